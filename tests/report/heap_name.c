// SPDX-License-Identifier: MIT
// Memory that main allocates again and clears has no name there, but the thread has one for it.
#include <pthread.h>
#include <stdlib.h>

struct set {
	int size, used;
};

static struct set *table;

static void renew(void)
{
	table = malloc(sizeof(*table));
	table->used = 0;
}

static void *work(void *arg)
{
	table->used++;
	return arg;
}

int main(void)
{
	pthread_t id;
	renew();
	pthread_create(&id, NULL, work, NULL);
	renew();
	return pthread_join(id, NULL);
}
