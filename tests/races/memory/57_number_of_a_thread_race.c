// SPDX-License-Identifier: MIT
// Numbers that threads keep, but two may have the same one.
#include <pthread.h>
#include <stdatomic.h>

enum { N = 8 };
static atomic_int next, after;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static _Thread_local int mine = -1;
static long active[N];

static int my_number(void)
{
	if (mine < 0)
		mine = atomic_load(&next);
	return mine;
}

static void hit(void)
{
	active[my_number()]++; // RACE
}

struct slot {
	long n;
	char pad[56];
};
static _Thread_local int place;
static struct slot slots[N];

static int take(void)
{
	pthread_mutex_lock(&lock);
	int n = counter++;
	pthread_mutex_unlock(&lock);
	return n;
}

static void count(long by)
{
	if (place == -1)
		place = take();
	slots[place].n += by; // RACE
}

static _Thread_local int seat = -1;
static long seats[N];

static void set(int *to)
{
	*to = 3;
}

static void sit(int again)
{
	if (seat < 0)
		seat = atomic_fetch_add(&after, 1);
	if (again)
		set(&seat);
	seats[seat] += again; // RACE
}

static void *run(void *arg)
{
	for (int i = 0; i < 9; i++) {
		hit();
		count(i);
		sit(i);
	}
	return arg;
}

int main(void)
{
	pthread_t id[N];
	long sum = 0;

	for (int i = 0; i < N; i++)
		pthread_create(&id[i], NULL, run, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(id[i], NULL);
	for (int i = 0; i < N; i++)
		sum += active[i] + slots[i].n + seats[i];
	return sum;
}
