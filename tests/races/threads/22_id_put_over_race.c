// SPDX-License-Identifier: MIT
// An id is put into an array at an index that may be that of another one: that thread is not joined by what is found
// there. The index is counted on one way only, set back, counted down, computed, or passed.
#include <pthread.h>

static int counted, reset, down, chosen, passed, member;
static pthread_t ids[8];
static struct worker {
	int n;
	pthread_t id;
} workers[4];

static void *count(void *arg)
{
	++*(int *)arg; // RACE
	return NULL;
}

static void *nothing(void *arg)
{
	return arg;
}

static void join_all(const pthread_t *id, int n)
{
	for (int i = 0; i < n; i++)
		pthread_join(id[i], NULL);
}

static void count_up(int some)
{
	pthread_t id[4];
	int n = 0;
	pthread_create(&id[n], NULL, count, &counted);
	if (some)
		n++;
	pthread_create(&id[n++], NULL, nothing, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(id[i], NULL);
	counted++; // RACE
}

static void set_back(int some)
{
	pthread_t id[4];
	int n = 0;
	pthread_create(&id[n++], NULL, count, &reset);
	if (some)
		n = 0;
	pthread_create(&id[n++], NULL, nothing, NULL);
	pthread_create(&id[n++], NULL, nothing, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(id[i], NULL);
	reset++; // RACE
}

static void count_down(int some)
{
	pthread_t id[4];
	int n = 0;
	pthread_create(&id[n++], NULL, count, &down);
	if (some)
		n--;
	pthread_create(&id[n++], NULL, nothing, NULL);
	join_all(id, n);
	down++; // RACE
}

static void choose(int some)
{
	pthread_t id[4];
	pthread_create(&id[0], NULL, count, &chosen);
	pthread_create(&id[some & 1], NULL, nothing, NULL);
	pthread_join(id[0], NULL);
	chosen++; // RACE
}

static void put(pthread_t *id, int n)
{
	pthread_create(&id[n], NULL, nothing, NULL);
}

static void pass(int some)
{
	pthread_create(&ids[2], NULL, count, &passed);
	put(ids, some);
	pthread_join(ids[2], NULL);
	passed++; // RACE
}

static void fill_member(int some)
{
	pthread_create(&workers[1].id, NULL, count, &member);
	pthread_create(&workers[some].id, NULL, nothing, NULL);
	pthread_join(workers[1].id, NULL);
	member++; // RACE
}

int main(int argc, char **argv)
{
	(void)argv;
	count_up(argc > 1);
	set_back(argc > 1);
	count_down(argc > 1);
	choose(argc);
	pass(argc & 3);
	fill_member(argc & 3);
	return 0;
}
