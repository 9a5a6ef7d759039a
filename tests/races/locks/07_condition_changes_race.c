// SPDX-License-Identifier: MIT
// The condition that decides whether the lock is taken is changed meanwhile.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int on;
static int count, total;

static void *work(void *arg)
{
	if (on) // RACE
		pthread_mutex_lock(&lock);
	if (on) // RACE
		count++; // FN a condition read twice without a lock is the same value (19)
	total++; // RACE
	if (on) // RACE
		pthread_mutex_unlock(&lock);
	return arg;
}

static void *change(void *arg)
{
	on = 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_create(&c, NULL, change, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return count + total;
}
