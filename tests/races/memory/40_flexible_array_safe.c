// SPDX-License-Identifier: MIT
/* A flexible array member behind a header with the lock. */
#include <pthread.h>
#include <stdlib.h>

struct log {
	pthread_mutex_t lock;
	size_t used;
	int lines[];
};

static struct log *log_new(size_t lines)
{
	struct log *l = calloc(1, sizeof(*l) + lines * sizeof(int));

	pthread_mutex_init(&l->lock, NULL);
	return l;
}

static void *append(void *arg)
{
	struct log *l = arg;

	pthread_mutex_lock(&l->lock);
	l->lines[l->used++] = 1; // NORACE
	pthread_mutex_unlock(&l->lock);
	return NULL;
}

static void *peek(void *arg)
{
	struct log *l = arg;
	int line;

	pthread_mutex_lock(&l->lock);
	line = l->lines[0]; // NORACE
	pthread_mutex_unlock(&l->lock);
	return line > 1 ? arg : NULL;
}

int main(void)
{
	struct log *l = log_new(8);
	pthread_t first, second;

	pthread_create(&first, NULL, append, l);
	pthread_create(&second, NULL, peek, l);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	free(l);
	return 0;
}
