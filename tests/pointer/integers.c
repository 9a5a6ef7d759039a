// SPDX-License-Identifier: MIT
/* Pointers through integers: converted, tagged, compared; a difference of
 * pointers is not one. */
#include <stdint.h>

static int x, y;
static uintptr_t saved;
static long distance;

static int *untag(uintptr_t v)
{
	return (int *)(v & ~(uintptr_t)3);
}

int main(void)
{
	uintptr_t tagged = (uintptr_t)&x | 1;
	int *p = untag(tagged), pair[2];

	saved = (uintptr_t)&y;
	distance = &pair[1] - &pair[0];
	*p = 1;
	return *(int *)saved + (int)distance;
}
