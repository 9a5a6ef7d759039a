// SPDX-License-Identifier: MIT
/* docs/soundness.md, 15b: callers outside give the address of a thread's variable away. */
static __thread int last;

int *library_last(int n)
{
	last = n; // FN another thread may have the address
	return &last;
}

void library_clear(int *p)
{
	*p = 0; // FN it may be the variable of another thread
}
