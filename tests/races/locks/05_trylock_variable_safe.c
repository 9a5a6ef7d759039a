// SPDX-License-Identifier: MIT
/* The result of trylock is kept in a variable and tested twice. */
#include <pthread.h>
#include <stdbool.h>

struct box {
	pthread_mutex_t lock;
	int content;
	int tries;
};

static struct box box = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void touch(struct box *b)
{
	bool held = pthread_mutex_trylock(&b->lock) == 0;

	if (held)
		b->content++; // NORACE
	if (held)
		pthread_mutex_unlock(&b->lock);
}

static void *worker(void *arg)
{
	touch(arg);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, &box);
	pthread_create(&second, NULL, worker, &box);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return box.content; // NORACE
}
