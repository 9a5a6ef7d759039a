// SPDX-License-Identifier: MIT
// A function is told an event by its number, through a pointer, and what it does is chosen by that: workers
// only log. Neither do they start what only the first event starts, nor do they refresh. Numbers may be of any size.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { START = 65536, REFRESH = 130, NOTE = 200, WARN = 131072, FAIL = -5 };

struct context {
	void (*event)(const int id, struct context *c);
	pthread_mutex_t lock;
	unsigned char small;
};

static int refreshed, started, noted;
static pthread_t keys, late;

static void *read_keys(void *arg)
{
	started++; // NORACE
	return arg;
}

static void *begin_late(void *arg)
{
	(void)arg;
	started++; // NORACE
	return NULL;
}

static void start(struct context *c)
{
	pthread_create(&keys, NULL, read_keys, c);
	pthread_join(keys, NULL);
	pthread_create(&late, NULL, begin_late, NULL);
	pthread_join(late, NULL);
}

static void refresh(void)
{
	refreshed++; // NORACE
}

static void note(void)
{
	noted++; // RACE
}

static void event(const int id, struct context *c)
{
	switch (id) {
	case REFRESH: refresh(); break;
	case START: start(c); break;
	case NOTE:
	case WARN:
	case FAIL: note(); break;
	}
}

static void tell(const int id, struct context *c)
{
	bool log = false;

	switch (id) {
	case NOTE:
	case WARN:
	case FAIL: log = true; break;
	}
	if (!log)
		pthread_mutex_lock(&c->lock);
	c->event(id, c);
	if (!log)
		pthread_mutex_unlock(&c->lock);
}

static void by_letter(unsigned char letter)
{
	if (letter == 0xe4)
		note();
	else if (letter > 0x80)
		refresh();
}

static void *work(void *arg)
{
	tell(NOTE, arg);
	tell(WARN, arg);
	tell(FAIL, arg);
	by_letter(0xe4);
	by_letter(0x41);
	return NULL;
}

int main(void)
{
	static struct context c = {event, PTHREAD_MUTEX_INITIALIZER, 0};
	pthread_t a, b;

	pthread_create(&a, NULL, work, &c);
	pthread_create(&b, NULL, work, &c);
	tell(START, &c);
	tell(REFRESH, &c);
	return 0;
}
