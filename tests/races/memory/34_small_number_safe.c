// SPDX-License-Identifier: MIT
// As 34_small_number_race.c, with so few threads that one byte is enough, and locks by the same byte as the elements.
#include <pthread.h>
#include <stdint.h>

enum { THREADS = 8 };

struct job {
	uint8_t id;
	int number;
};

static struct job jobs[THREADS];
static int by_argument[256], by_member[256], locked[256], first;
static pthread_mutex_t locks[256];

static void put(unsigned number)
{
	unsigned char part = (unsigned char)number;

	pthread_mutex_lock(&locks[(uint8_t)number]);
	locked[part]++;	// NORACE
	pthread_mutex_unlock(&locks[part]);
}

static void *work(void *arg)
{
	struct job *j = arg;

	by_member[j->id]++;	// NORACE
	for (unsigned i = 0; i < 1000; i++)
		put(i);
	return NULL;
}

static void *count(void *arg)
{
	uint8_t number = (uint8_t)(uintptr_t)arg;

	by_argument[number]++;	// NORACE
	if (number == 0)
		first++;	// NORACE
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS], u[THREADS];

	for (int i = 0; i < 256; i++)
		pthread_mutex_init(&locks[i], NULL);
	for (uint8_t i = 0; i < THREADS; i++) {
		jobs[i].id = i;
		pthread_create(&t[i], NULL, work, &jobs[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_create(&u[i], NULL, count, (void *)(uintptr_t)i);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(t[i], NULL);
		pthread_join(u[i], NULL);
	}
	return 0;
}
