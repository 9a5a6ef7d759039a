// SPDX-License-Identifier: MIT
/* Each thread reaches its own element through a thread-local variable: its number, a pointer, a member
 * of a struct; set in the thread's function or further down; by threads that never end; and main has
 * the first one, as the variable says from the beginning. */
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

enum { THREADS = 8 };

struct context {
	long hits;
	int state, rounds;
};

struct info {
	pthread_t id;
	int number;
};

static struct context activity[THREADS], contexts[THREADS], loops[THREADS], all[THREADS];
static struct info infos[THREADS];
static _Thread_local int tid, number;
static _Thread_local struct context *current;
static __thread struct {
	int unused, index;
} self;

static void count(void)
{
	activity[tid].hits++; // NORACE
}

static void set_state(int state)
{
	struct context *c = &activity[tid];

	c->state = state; // NORACE
}

static void *by_number(void *arg)
{
	tid = (int)(intptr_t)arg;
	count();
	set_state(1);
	return NULL;
}

static void set_current(int n)
{
	self.index = n;
	current = &contexts[n];
}

static void note(void)
{
	current->hits++; // NORACE
	if (current->state == 0) // NORACE
		contexts[self.index].state = 1; // NORACE
}

static void *by_pointer(void *arg)
{
	struct info *i = arg;

	set_current(i->number);
	note();
	note();
	return NULL;
}

static _Noreturn void *forever(void *arg)
{
	current = arg;
	for (;;) {
		current->rounds++; // NORACE
		sleep(1);
	}
}

static void touch(void)
{
	all[number].hits++; // NORACE
}

static void *other(void *arg)
{
	number = (int)(intptr_t)arg;
	touch();
	return NULL;
}

int main(void)
{
	pthread_t a[THREADS], c[THREADS], d[THREADS];

	for (int i = 0; i < THREADS; i++) {
		infos[i].number = i;
		pthread_create(&infos[i].id, NULL, by_pointer, &infos[i]);
	}
	for (intptr_t i = 0; i < THREADS; i++)
		pthread_create(&a[i], NULL, by_number, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&c[i], NULL, forever, &loops[i]);
	for (intptr_t i = 1; i < THREADS; i++)
		pthread_create(&d[i], NULL, other, (void *)i);
	touch();
	for (int i = 0; i < THREADS; i++)
		pthread_join(a[i], NULL);
	return 0;
}
