// SPDX-License-Identifier: MIT
/* More functions are called in between than the analysis keeps apart. */
#include <pthread.h>
#include <stdlib.h>

struct state {
	int on[8];
};

#define MAKE(n)                                  \
	static _Thread_local int last##n;        \
	static void set##n(int k) { last##n = k; }
#define TEN(USE, n)                                           \
	USE(n##0) USE(n##1) USE(n##2) USE(n##3) USE(n##4)     \
	USE(n##5) USE(n##6) USE(n##7) USE(n##8) USE(n##9)
#define ALL(USE) TEN(USE, 1) TEN(USE, 2) TEN(USE, 3) TEN(USE, 4) TEN(USE, 5) TEN(USE, 6)

ALL(MAKE)

static int total;

static void turn_on(struct state *s)
{
	for (int i = 0; i < 8; i++)
		s->on[i] = i;
}

static void *worker(void *arg)
{
	struct state *s = calloc(1, sizeof(*s));

#define CALL(n) set##n(n);
	ALL(CALL)
	turn_on(s);
	if (s->on[2])
		total++; // RACE
	free(s);
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
