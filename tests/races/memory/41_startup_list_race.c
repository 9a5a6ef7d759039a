// SPDX-License-Identifier: MIT
/* A linked list of static objects, built at start-up, walked by the threads. */
#include <pthread.h>
#include <stddef.h>

struct module {
	const char *name;
	int calls;
	int errors;
	struct module *next;
};

static struct module net = { "net", 0, 0, NULL };
static struct module disk = { "disk", 0, 0, NULL };
static struct module *modules;

static void enlist(struct module *m)
{
	m->next = modules; // NORACE
	modules = m; // NORACE
}

static void *call_all(void *arg)
{
	struct module *m;

	for (m = modules; m; m = m->next) // NORACE
		m->calls++; // RACE
	return arg;
}

static void *fail(void *arg)
{
	disk.calls = 0; // RACE
	disk.errors++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	enlist(&net);
	enlist(&disk);
	pthread_create(&first, NULL, call_all, NULL);
	pthread_create(&second, NULL, fail, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
