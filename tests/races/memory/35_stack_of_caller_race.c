// SPDX-License-Identifier: MIT
/* The local belongs to the caller of the function that creates the thread. */
#include <pthread.h>

struct progress {
	int done;
	int cancelled;
};

static void *work(void *arg)
{
	struct progress *p = arg;

	while (p->done < 10) // NORACE
		p->done++; // NORACE
	if (p->cancelled) // RACE
		p->done = -1; // NORACE
	return NULL;
}

static void begin(pthread_t *t, struct progress *p)
{
	p->done = 0; // NORACE
	pthread_create(t, NULL, work, p);
}

int main(void)
{
	struct progress p = { 0, 0 };
	pthread_t t;

	begin(&t, &p);
	p.cancelled = 1; // RACE
	pthread_join(t, NULL);
	return p.done > 10; // NORACE
}
