// SPDX-License-Identifier: MIT
/* What a function pointer returns is the thread's own only if all that it may mean make
 * something new; one of these hands out the same cell to everybody. */
#include <pthread.h>
#include <stdlib.h>

struct cell {
	int n;
};

static struct cell *common;

static struct cell *fresh(void)
{
	return calloc(1, sizeof(struct cell));
}

static struct cell *same(void)
{
	return common;
}

static struct cell *(*get[])(void) = { fresh, same };

static void *work(void *arg)
{
	for (int i = 0; i < 2; i++) {
		struct cell *c = get[i]();

		c->n++; // RACE
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	common = fresh();
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	return common->n;
}
