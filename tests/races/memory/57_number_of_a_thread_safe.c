// SPDX-License-Identifier: MIT
// Each thread keeps a number of its own, taken when it is first asked for, and has that element.
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
		mine = atomic_fetch_add(&next, 1);
	return mine;
}

static void hit(void)
{
	active[my_number()]++; // NORACE
}

struct slot {
	long n;
	char pad[56];
};
static _Thread_local int place = -1;
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
	slots[place].n += by; // NORACE
}

static _Thread_local int seat = -1;
static long seats[N];

static void sit(int again)
{
	if (seat < 0)
		seat = atomic_fetch_add(&after, 1);
	seats[seat] += again; // NORACE
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
