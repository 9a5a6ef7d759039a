// SPDX-License-Identifier: MIT
/* Tables that the linker makes of what is put into a section. */
#include <pthread.h>

typedef void (*start_function)(void);
struct module {
	const char *name;
	void *(*run)(void *);
	int count;
};

#define START __attribute__((section("starts"), used)) static const start_function
#define MODULE __attribute__((section("modules"), used)) static struct module

extern const start_function __start_starts[], __stop_starts[];
extern struct module __start_modules[], __stop_modules[];

static int shared, by_module;

static void *count(void *arg)
{
	shared++; // RACE
	return arg;
}

static void first(void)
{
	pthread_t x;

	pthread_create(&x, 0, count, 0);
}

static void *run(void *arg)
{
	by_module++; // RACE
	return arg;
}

START start_first = first;
MODULE one = {"one", run, 0};
MODULE two = {"two", run, 0};

static void *poke(void *arg)
{
	one.count++; // RACE
	return arg;
}

int main(void)
{
	pthread_t x;

	for (const start_function *f = __start_starts; f < __stop_starts; f++)
		(*f)();
	shared++; // RACE
	for (struct module *m = __start_modules; m < __stop_modules; m++) {
		pthread_create(&x, 0, m->run, m);
		m->count++;
	}
	pthread_create(&x, 0, poke, 0);
	for (struct module *m = __start_modules; m < __stop_modules; m++)
		m->count++; // RACE
	return two.count;
}
