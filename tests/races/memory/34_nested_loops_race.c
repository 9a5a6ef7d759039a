// SPDX-License-Identifier: MIT
/* Threads are created in two loops, one inside the other: an index alone does not tell
 * them apart. */
#include <pthread.h>

static int twice[4], again[4], prepared[4];

static void *of_outer(void *arg)
{
	twice[(long)arg]++; // RACE
	return NULL;
}

static void *of_inner(void *arg)
{
	again[(long)arg]++; // RACE
	return NULL;
}

static void *use(void *arg)
{
	int *p = arg;

	return *p ? arg : NULL; // RACE
}

static void start_two(void *(*run)(void *), void *arg)
{
	pthread_t t;

	for (int i = 0; i < 2; i++) {
		pthread_create(&t, NULL, run, arg);
		pthread_detach(t);
	}
}

static int in_callee[4];

static void *of_callee(void *arg)
{
	in_callee[(long)arg]++; // RACE
	return NULL;
}

int main(void)
{
	pthread_t t;

	for (long i = 0; i < 4; i++) {
		for (long j = 0; j < 2; j++) {
			pthread_create(&t, NULL, of_outer, (void *)i);
			pthread_detach(t);
		}
	}
	for (long i = 0; i < 3; i++) {
		for (long j = 0; j < 4; j++) {
			pthread_create(&t, NULL, of_inner, (void *)j);
			pthread_detach(t);
		}
	}
	for (long i = 0; i < 2; i++) {
		for (long j = 0; j < 4; j++) {
			prepared[j] = 1; // RACE
			pthread_create(&t, NULL, use, &prepared[j]);
			pthread_detach(t);
		}
	}
	for (long i = 0; i < 4; i++)
		start_two(of_callee, (void *)i);
	return 0;
}
