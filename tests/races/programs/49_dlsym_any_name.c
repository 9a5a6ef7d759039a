// SPDX-License-Identifier: MIT
/* The name is made at run time: any visible function that could be called so. A static one
 * and one that takes other arguments are none of them. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int hits, guarded, hidden, other;

int first_init(void *config)
{
	hits++; // RACE
	return config != NULL;
}

int second_init(void *config)
{
	pthread_mutex_lock(&m);
	guarded++; // NORACE
	pthread_mutex_unlock(&m);
	return config != NULL;
}

int two_arguments(void *config, int n)
{
	other++; // NORACE
	return config != NULL && n;
}

static int hidden_init(void *config)
{
	hidden++; // NORACE
	return config != NULL;
}

static int load(void *handle, const char *module)
{
	char name[64];
	int (*init)(void *);

	snprintf(name, sizeof name, "%s_init", module);
	init = (int (*)(void *))dlsym(handle, name);
	return init ? init(handle) : 0;
}

static void *worker(void *arg)
{
	load(NULL, "first");
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;

	hidden_init(argv);
	pthread_create(&t, NULL, worker, NULL);
	load(NULL, argv[argc - 1]);
	pthread_mutex_lock(&m);
	guarded = 0; // NORACE
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return hits + hidden + other;
}
