// SPDX-License-Identifier: MIT
// A number of which only one byte is kept: 300 threads do not have as many elements, and the lock of the number
// is not that of the element.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { THREADS = 300 };

struct job {
	uint8_t id;
	long number;
};

static struct job jobs[THREADS];
static int by_argument[256], by_member[256], by_part[256], by_variable[256], by_ticket[256], locked[256];
static _Thread_local uint8_t self;
static atomic_int next;
static pthread_mutex_t locks[THREADS];

static void put(int number)
{
	pthread_mutex_lock(&locks[number]);
	locked[(uint8_t)number]++;	// RACE
	pthread_mutex_unlock(&locks[number]);
}

static void *work(void *arg)
{
	struct job *j = arg;
	uint8_t part = (uint8_t)j->number, ticket = (uint8_t)atomic_fetch_add(&next, 1);

	self = part;
	by_member[j->id]++;	// RACE
	by_part[part]++;	// RACE
	by_variable[self]++;	// RACE
	by_ticket[ticket]++;	// RACE
	put((int)j->number);
	return NULL;
}

static void *count(void *arg)
{
	uint8_t number = (uint8_t)(uintptr_t)arg;

	by_argument[number]++;	// RACE
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS], u[THREADS];

	for (int i = 0; i < THREADS; i++) {
		jobs[i].id = (uint8_t)i;
		jobs[i].number = i;
		pthread_mutex_init(&locks[i], NULL);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_create(&t[i], NULL, work, &jobs[i]);
		pthread_create(&u[i], NULL, count, (void *)(uintptr_t)i);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(t[i], NULL);
		pthread_join(u[i], NULL);
	}
	return 0;
}
