/* SPDX-License-Identifier: MIT */
/* Report: many threads of one kind race with themselves; one is guarded. */
#include <pthread.h>

enum { THREADS = 8 };

static int ticket;
static int served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *customer(void *argument)
{
	(void)argument;
	int mine = ticket++; // RACE
	pthread_mutex_lock(&lock);
	served += mine >= 0; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, customer, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return served != ticket;
}
