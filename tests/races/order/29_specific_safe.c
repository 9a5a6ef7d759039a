// SPDX-License-Identifier: MIT
/* Thread-specific data behind a key. */
#include <pthread.h>
#include <stdlib.h>

struct context {
	int calls;
	int errors;
};

static pthread_key_t key;

static struct context *context(void)
{
	struct context *c = pthread_getspecific(key);

	if (!c) {
		c = calloc(1, sizeof(*c));
		pthread_setspecific(key, c);
	}
	return c;
}

static void *worker(void *arg)
{
	int i;

	for (i = 0; i < 3; i++)
		context()->calls++; // NORACE
	return context()->errors ? arg : NULL; // NORACE
}

static void destroy(void *p)
{
	free(p);
}

int main(void)
{
	pthread_t first, second;

	pthread_key_create(&key, destroy); // NORACE
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
