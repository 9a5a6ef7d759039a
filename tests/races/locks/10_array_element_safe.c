// SPDX-License-Identifier: MIT
/* An array of structs, each with its lock; reached by index and by pointer. */
#include <pthread.h>

#define SEATS 3

struct seat {
	pthread_mutex_t lock;
	int taken;
};

static struct seat seats[SEATS];

static void take(struct seat *s)
{
	pthread_mutex_lock(&s->lock);
	s->taken++; // NORACE
	pthread_mutex_unlock(&s->lock);
}

static void *by_pointer(void *arg)
{
	struct seat *s;

	for (s = seats; s < seats + SEATS; s++)
		take(s);
	return arg;
}

static void *by_index(void *arg)
{
	int i;

	for (i = 0; i < SEATS; i++) {
		pthread_mutex_lock(&seats[i].lock);
		seats[i].taken = 0; // NORACE
		pthread_mutex_unlock(&seats[i].lock);
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;
	int i;

	for (i = 0; i < SEATS; i++)
		pthread_mutex_init(&seats[i].lock, NULL);
	pthread_create(&first, NULL, by_pointer, NULL);
	pthread_create(&second, NULL, by_index, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
