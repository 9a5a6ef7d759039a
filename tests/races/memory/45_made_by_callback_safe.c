// SPDX-License-Identifier: MIT
/* What a function pointer returns is the thread's own if all that it may mean make
 * something new, although it is put where others find it in the end. */
#include <pthread.h>
#include <stdlib.h>

struct cell {
	int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cell *last;

static struct cell *fresh(void)
{
	return calloc(1, sizeof(struct cell));
}

static struct cell *five(void)
{
	struct cell *c = calloc(1, sizeof(struct cell));

	if (c)
		c->n = 5; // NORACE
	return c;
}

static struct cell *(*get[])(void) = { fresh, five };

static void *work(void *arg)
{
	for (int i = 0; i < 2; i++) {
		struct cell *c = get[i]();

		if (!c)
			continue;
		c->n++; // NORACE
		pthread_mutex_lock(&lock);
		last = c;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	return last ? last->n : 0;
}
