// SPDX-License-Identifier: MIT
/* As 34_own_variable_safe.c, but: another thread walks over all elements; the variable is used before
 * it is set; it is set to the same for all; it is set once more; a neighbour's element is used; the
 * address of the variable is given away; main has the element that one of the threads has. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 8 };

struct context {
	long hits;
};

static struct context walked[THREADS], early[THREADS], same[THREADS], twice[THREADS], next[THREADS],
	given[THREADS], mains[THREADS];
static _Thread_local int tid, common, again, passed, number;
static _Thread_local struct context *shared;

static void *watch(void *arg)
{
	long n = 0;

	for (int i = 0; i < THREADS; i++)
		n += walked[i].hits; // RACE
	return n ? arg : NULL;
}

static void use_early(void)
{
	early[tid].hits++; // RACE
}

static void count(void)
{
	walked[tid].hits++; // RACE
	same[common].hits++; // RACE
	shared->hits++; // RACE
	twice[again].hits++; // RACE
	next[tid].hits++; // RACE
	next[tid + 1].hits++; // RACE
	given[passed].hits++; // RACE
}

static void *work(void *arg)
{
	use_early();
	tid = (int)(intptr_t)arg;
	use_early();
	common = 3;
	shared = &same[5];
	again = tid;
	passed = tid;
	sscanf("1", "%d", &passed);
	count();
	again = 4;
	count();
	return NULL;
}

static void touch(void)
{
	mains[number].hits++; // RACE
}

static void *other(void *arg)
{
	number = (int)(intptr_t)arg;
	touch();
	return NULL;
}

int main(void)
{
	pthread_t a[THREADS], b[THREADS], w;

	pthread_create(&w, NULL, watch, NULL);
	for (intptr_t i = 0; i < THREADS - 1; i++)
		pthread_create(&a[i], NULL, work, (void *)i);
	for (intptr_t i = 0; i < THREADS; i++)
		pthread_create(&b[i], NULL, other, (void *)i);
	touch();
	for (int i = 0; i < THREADS; i++)
		pthread_join(b[i], NULL);
	return 0;
}
