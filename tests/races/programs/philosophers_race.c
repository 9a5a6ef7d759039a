// SPDX-License-Identifier: MIT
/* Dining philosophers: one fork is put down too early. */
#include <pthread.h>
#include <stdio.h>

#define SEATS 5

struct seat {
	int number;
	int *meals;
	pthread_mutex_t *first, *second;
};

static pthread_mutex_t forks[SEATS];
static int uses[SEATS];
static int meals[SEATS];
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void say(int who, const char *what)
{
	pthread_mutex_lock(&log_lock);
	lines++; // NORACE
	printf("%d %s\n", who, what);
	pthread_mutex_unlock(&log_lock);
}

static void *dine(void *arg)
{
	int me = (int)(long)arg;
	int left = me, right = (me + 1) % SEATS;
	int low = left < right ? left : right, high = left < right ? right : left;
	int i;

	for (i = 0; i < 20; i++) {
		say(me, "thinks");
		pthread_mutex_lock(&forks[low]);
		pthread_mutex_lock(&forks[high]);
		uses[low]++; // RACE
		meals[me]++; // NORACE
		pthread_mutex_unlock(&forks[high]);
		uses[high]++; // RACE
		pthread_mutex_unlock(&forks[low]);
	}
	return NULL;
}

int main(void)
{
	pthread_t ids[SEATS];
	long i;
	int total = 0;

	for (i = 0; i < SEATS; i++)
		pthread_mutex_init(&forks[i], NULL);
	for (i = 0; i < SEATS; i++)
		pthread_create(&ids[i], NULL, dine, (void *)i);
	for (i = 0; i < SEATS; i++)
		pthread_join(ids[i], NULL);
	for (i = 0; i < SEATS; i++)
		total += meals[i] + uses[i]; // NORACE
	printf("%d %d\n", total, lines); // NORACE
	return 0;
}
