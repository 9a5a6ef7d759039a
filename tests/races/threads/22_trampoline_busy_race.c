// SPDX-License-Identifier: MIT
/* What a thread is to run is put into a capsule. Before the thread is created, other
 * things are done that may change it: it is already in the list of spare ones. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct capsule {
	void (*probe)(int *counter);
	int *counter;
	struct capsule *next;
};

static struct capsule *spare;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first;

static void count_first(int *counter)
{
	first++; // RACE
	(*counter)++; // NORACE
}

static void count_second(int *counter)
{
	(*counter)++; // NORACE
}

static void change_spare(void)
{
	pthread_mutex_lock(&lock);
	for (struct capsule *c = spare; c; c = c->next) {
		c->probe = count_first; // RACE
	}
	pthread_mutex_unlock(&lock);
}

static void *ignition(void *arg)
{
	struct capsule *c = arg;

	c->probe(c->counter); // RACE
	return NULL;
}

static pthread_t launch(void (*probe)(int *), int *counter)
{
	struct capsule *c = malloc(sizeof(*c));
	pthread_t id;

	c->probe = probe;
	c->counter = counter;
	pthread_mutex_lock(&lock);
	c->next = spare;
	spare = c;
	pthread_mutex_unlock(&lock);
	change_spare();
	if (pthread_create(&id, NULL, ignition, c)) {
		perror("pthread_create");
		exit(1);
	}
	return id;
}

int main(void)
{
	int mine = 0, others = 0;
	pthread_t a = launch(count_first, &mine);
	pthread_t b = launch(count_second, &others);

	pthread_join(a, NULL);
	first = 7; // RACE
	pthread_join(b, NULL);
	return mine + others == 0;
}
