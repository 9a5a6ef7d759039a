// SPDX-License-Identifier: MIT
/* LOCKSMITH, Figure 9: x is only read once it is shared, and each thread writes to
 * memory of its own that comes from the same line. */
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *f(void *arg)
{
	int *p = malloc(sizeof(*p));

	*p = x; // NORACE
	free(p);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	x = 42; // NORACE
	pthread_create(&first, NULL, f, NULL);
	pthread_create(&second, NULL, f, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
