// SPDX-License-Identifier: MIT
/* One of the callers hands on a name that is not known: what that one calls may be any function
 * that fits, what the other calls is the one that it names. A function that hands on names and is
 * itself called through a pointer is handed any. */
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static int runs, stops, pointed;

typedef void (*action)(int);
typedef void (*other_action)(int, int);

void plug_run(int n)
{
	runs += n; // RACE
}

void plug_stop(int n)
{
	stops += n; // RACE
}

void plug_pointed(int a, int b)
{
	pointed += a + b; // RACE
}

static void *find(const char *name)
{
	return dlsym(NULL, name);
}

static void *find_too(const char *name)
{
	return dlsym(NULL, name);
}

void *(*finder)(const char *) = find_too;

static void *worker(void *arg)
{
	const char *name = arg;
	action named = (action)find("plug_run"), any = (action)find(name);
	other_action third = (other_action)finder(name);

	named(1);
	any(2);
	third(3, 4);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, argv[argc - 1]);
	pthread_create(&b, NULL, worker, argv[argc - 1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return runs + stops + pointed;
}
