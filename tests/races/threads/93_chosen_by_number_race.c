// SPDX-License-Identifier: MIT
// As the safe one, but a worker may tell the event that starts something, and one letter more makes it refresh.
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
	started++; // RACE
	return arg;
}

static void *begin_late(void *arg)
{
	(void)arg;
	started++; // RACE
	return NULL;
}

static void start(struct context *c)
{
	pthread_create(&keys, NULL, read_keys, c); // RACE
	pthread_join(keys, NULL); // RACE
	pthread_create(&late, NULL, begin_late, NULL); // RACE
	pthread_join(late, NULL); // RACE
}

static void refresh(void)
{
	refreshed++; // RACE
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

static struct context *c_of(struct context *c)
{
	return c;
}

static void *work(void *arg)
{
	tell(NOTE, arg);
	tell(WARN, arg);
	tell(c_of(arg)->small ? FAIL : START, arg);
	by_letter(0xe4);
	by_letter(0xe5);
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
