// SPDX-License-Identifier: MIT
/* What was null before the lock was released may be something after it was taken again. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *head;
static long found, missing;

static void *look(void *arg)
{
	int late = 0;

	pthread_mutex_lock(&lock);
	if (!head) { // NORACE
		pthread_mutex_unlock(&lock);
		missing++; // RACE
		pthread_mutex_lock(&lock);
		if (head) // NORACE
			late = 1;
	}
	pthread_mutex_unlock(&lock);
	if (late)
		found++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, look, NULL);
	pthread_create(&b, NULL, look, NULL);
	pthread_mutex_lock(&lock);
	head = calloc(1, sizeof(*head)); // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return found == missing; // NORACE
}
