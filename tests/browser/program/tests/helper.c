/* SPDX-License-Identifier: MIT */
static int calls;

void helper(void)
{
	calls++;
}
