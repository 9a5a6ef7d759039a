// SPDX-License-Identifier: MIT
/* As 37_only_that_loop_safe.c, but a helper says whether it is that one, or a variable holds its
 * address. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct loop {
	long now;
};

static struct loop main_loop, *chosen = &main_loop;
static long fired, passed;

static bool is_main(const struct loop *l)
{
	return l == &main_loop;
}

static void fire(struct loop *l)
{
	if (is_main(l))
		fired++; // FP what a helper returns is not asked for
	if (l == chosen)
		passed++; // FP the address is in a variable
}

static void *run(void *arg)
{
	struct loop *own = calloc(1, sizeof(*own));

	fire(own);
	free(own);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, NULL);
	fire(&main_loop);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return (int)(fired + passed);
}
