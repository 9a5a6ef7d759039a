// SPDX-License-Identifier: MIT
/* An allocator that logs when it fails, and a log that allocates by another one: each call of the
 * outer one is an object of its own, although all of them are in one recursion. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *make(size_t n, size_t size);

static void log_line(const char *text)
{
	char *copy = make(64, 1);

	snprintf(copy, 64, "%s", text);
	fputs(copy, stderr);
	free(copy);
}

static void *get(size_t size)
{
	void *p = calloc(1, size);

	if (!p) {
		log_line("no memory");
		abort();
	}
	return p;
}

static void *make(size_t n, size_t size)
{
	if (size && n > 1000000 / size)
		log_line("much memory");
	return get(n * size);
}

struct box {
	pthread_mutex_t lock;
	int count;
};

static struct box *shared, *own;

static void *run(void *arg)
{
	own->count++; // NORACE only this thread has it
	pthread_mutex_lock(&shared->lock);
	shared->count++; // NORACE
	pthread_mutex_unlock(&shared->lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	shared = make(1, sizeof(*shared));
	own = make(1, sizeof(*own));
	pthread_mutex_init(&shared->lock, NULL);
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&shared->lock);
	shared->count++; // NORACE
	pthread_mutex_unlock(&shared->lock);
	pthread_join(t, NULL);
	return shared->count + own->count;
}
