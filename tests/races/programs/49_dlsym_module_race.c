// SPDX-License-Identifier: MIT
/* A module is a variable that is looked up by its name; its functions are in there. */
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

struct module {
	const char *name;
	void (*start)(void);
	void (*poll)(void);
};

static int polled, started;

static void start(void)
{
	started = 1; // NORACE
}

static void poll(void)
{
	polled++; // RACE
}

struct module file_module = {"file", start, poll};

static struct module *find(void *handle)
{
	return dlsym(handle, "file_module");
}

static void *worker(void *arg)
{
	struct module *mod = find(arg);

	mod->poll();
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	find(NULL)->start();
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return polled + started;
}
