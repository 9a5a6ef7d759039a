// SPDX-License-Identifier: MIT
/* Each thread takes a number when it begins and keeps it in a thread-local variable: the elements of that
 * number are its own. By an atomic instruction, or under a lock; used by helpers. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
static _Thread_local int self = -1;
static long hits[16];
static struct {
	int calls;
	char pad[60];
} stats[16];

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seats;
static __thread struct {
	int seat;
} mine;
static int seated[16];

static void enter(void)
{
	self = atomic_fetch_add(&next, 1);
	pthread_mutex_lock(&m);
	mine.seat = seats++; // NORACE
	pthread_mutex_unlock(&m);
}

static int own_number(void)
{
	return self;
}

static void count(void)
{
	hits[self]++; // NORACE
	stats[own_number()].calls++; // NORACE
	seated[mine.seat]++; // NORACE
}

static void *work(void *arg)
{
	enter();
	for (int i = 0; i < 10; i++)
		count();
	return arg;
}

int main(void)
{
	pthread_t id[4];
	long sum = 0;

	for (int i = 0; i < 4; i++)
		pthread_create(&id[i], NULL, work, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(id[i], NULL);
	for (int i = 0; i < 4; i++)
		sum += hits[i] + stats[i].calls; // NORACE
	return sum != 80;
}
