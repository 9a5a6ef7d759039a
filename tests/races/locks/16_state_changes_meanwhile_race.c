// SPDX-License-Identifier: MIT
// What a thread has stored or read under a lock may be something else when it has
// the lock again: the code for that case is not dead.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int state, generation;
static int after_wait, after_relock, after_compare, after_helper;

static void *waits(void *arg)
{
	pthread_mutex_lock(&lock);
	state = 1; // NORACE
	while (state != 2) // NORACE
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	after_wait++; // RACE
	return arg;
}

static void *looks_again(void *arg)
{
	pthread_mutex_lock(&lock);
	state = 1; // NORACE
	pthread_mutex_unlock(&lock);
	usleep(1000);
	pthread_mutex_lock(&lock);
	int now = state; // NORACE
	pthread_mutex_unlock(&lock);
	if (now == 2)
		after_relock++; // RACE
	return arg;
}

static void *compares(void *arg)
{
	pthread_mutex_lock(&lock);
	int old = generation; // NORACE
	pthread_mutex_unlock(&lock);
	usleep(1000);
	pthread_mutex_lock(&lock);
	int now = generation; // NORACE
	pthread_mutex_unlock(&lock);
	if (now != old)
		after_compare++; // RACE
	return arg;
}

static int current_state(void)
{
	pthread_mutex_lock(&lock);
	int now = state; // NORACE
	pthread_mutex_unlock(&lock);
	return now;
}

static void *asks_twice(void *arg)
{
	if (current_state() == 2)
		return arg;
	usleep(1000);
	if (current_state() == 2)
		after_helper++; // RACE
	return arg;
}

static void *changes(void *arg)
{
	pthread_mutex_lock(&lock);
	state = 2; // NORACE
	generation++; // NORACE
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	after_wait++; // RACE
	after_relock++; // RACE
	after_compare++; // RACE
	after_helper++; // RACE
	return arg;
}

int main(void)
{
	static void *(*const entries[])(void *) = {waits, looks_again, compares, asks_twice,
						   changes};
	pthread_t t[5];

	for (int i = 0; i < 5; i++)
		pthread_create(&t[i], NULL, entries[i], NULL);
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], NULL);
	return 0;
}
