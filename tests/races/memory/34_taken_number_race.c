// SPDX-License-Identifier: MIT
/* Numbers that look taken and are not, or not only by one. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define N 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seen, reset, back, split, first, second, shared, wraps, plain;
static int published, given;
static atomic_int taken;
static int by_seen[N], by_reset[N], by_back[N], by_split[N], by_two[N], by_shared[N];
static int by_published[N], by_given[N], by_wraps[N], by_next[N + 1], by_default[N];
static int by_plain[N];

static int take(int *counter)
{
	pthread_mutex_lock(&lock);
	int i = (*counter)++; // NORACE
	pthread_mutex_unlock(&lock);
	return i;
}

/* Nobody counts on. */
static void look_only(void)
{
	pthread_mutex_lock(&lock);
	int i = seen; // NORACE
	pthread_mutex_unlock(&lock);
	if (i < N)
		by_seen[i] = 1; // RACE
}

/* It begins again while others are at work. */
static void start_again(void)
{
	pthread_mutex_lock(&lock);
	if (reset == N) // NORACE
		reset = 0; // NORACE
	int i = reset++; // NORACE
	pthread_mutex_unlock(&lock);
	by_reset[i] = 1; // RACE
}

/* Numbers are given back. */
static void give_back(void)
{
	pthread_mutex_lock(&lock);
	int i = back++; // NORACE
	pthread_mutex_unlock(&lock);
	if (i < N)
		by_back[i] = 1; // RACE
	pthread_mutex_lock(&lock);
	back--; // NORACE
	pthread_mutex_unlock(&lock);
}

/* Read in one critical section, counted on in another. */
static void in_two_sections(void)
{
	pthread_mutex_lock(&lock);
	int i = split; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	split = i + 1; // NORACE
	pthread_mutex_unlock(&lock);
	if (i < N)
		by_split[i] = 1; // RACE
}

/* Another counter for the same elements. */
static void of_two_counters(int which)
{
	int i = take(which ? &first : &second);

	if (i < N)
		by_two[i] = 1; // RACE
}

/* The number is left where others find it. */
static void publish(void)
{
	pthread_mutex_lock(&lock);
	int i = shared++; // NORACE
	published = i; // NORACE
	pthread_mutex_unlock(&lock);
	if (i < N)
		by_published[i] = 1; // RACE
}

static void find_published(void)
{
	pthread_mutex_lock(&lock);
	int i = published; // NORACE
	pthread_mutex_unlock(&lock);
	by_published[i] = 2; // RACE
}

/* A thread that is created gets the number. */
static void *child(void *arg)
{
	by_given[(long)arg] = 1; // RACE
	return NULL;
}

static void hand_on(void)
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	long i = given++; // NORACE
	pthread_mutex_unlock(&lock);
	if (i >= N)
		return;
	pthread_create(&t, NULL, child, (void *)i);
	by_given[i] = 2; // RACE
	pthread_join(t, NULL);
}

/* What is made of different numbers may be the same. */
static void make_others(void)
{
	pthread_mutex_lock(&lock);
	int i = wraps++; // NORACE
	pthread_mutex_unlock(&lock);
	by_wraps[i % N] = 1; // RACE
	if (i < N) {
		by_next[i] = 1; // RACE
		by_next[i + 1] = 2; // RACE
	}
	if (i >= N)
		i = 0;
	by_default[i] = 1; // RACE
}

/* Without a lock. */
static void unguarded(void)
{
	int i = plain++; // RACE

	if (i < N)
		by_plain[i] = 1; // RACE
}

/* The others look at all of them. */
static int total(void)
{
	int i = atomic_fetch_add(&taken, 1), n = 0;

	if (i < N)
		by_shared[i] = 1; // RACE
	for (i = 0; i < N; i++)
		n += by_shared[i]; // RACE
	return n;
}

static void *work(void *arg)
{
	look_only();
	start_again();
	give_back();
	in_two_sections();
	of_two_counters(arg != NULL);
	publish();
	find_published();
	hand_on();
	make_others();
	unguarded();
	total();
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, &b);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
