// SPDX-License-Identifier: MIT
/* One of four pointers of its own, or that which was there before. */
#include <pthread.h>

struct slot {
	int *p;
};

static int total;

static void run(struct slot *s, int k)
{
	int a = 0, b = 0, c = 0, d = 0;

	if (k == 1)
		s->p = &a;
	else if (k == 2)
		s->p = &b;
	else if (k == 3)
		s->p = &c;
	else if (k == 4)
		s->p = &d;
	++*s->p; // RACE
}

static void *worker(void *arg)
{
	struct slot s;

	s.p = &total;
	run(&s, (int)(long)arg);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
