// SPDX-License-Identifier: MIT
// As the safe one, but workers start such threads too.
#include <pthread.h>

enum { START = 300, LOG = 400 };

struct context {
	void (*event)(int id, struct context *c, const char *text);
	pthread_t keys;
};

static int started, refreshed;

static void say(struct context *c, const char *text)
{
	c->event(LOG, c, text);
}

static void *read_keys(void *arg)
{
	say(arg, "keys");
	refreshed++; // RACE
	return arg;
}

static void start(struct context *c)
{
	say(c, "start");
	started++; // RACE
	pthread_create(&c->keys, NULL, read_keys, c); // RACE
}

static void event(int id, struct context *c, const char *text)
{
	(void)text;
	if (id == START)
		start(c);
}

static void *work(void *arg)
{
	((struct context *)arg)->event(START, arg, "work");
	return NULL;
}

int main(void)
{
	static struct context c = {event, 0};
	pthread_t a, b;

	pthread_create(&a, NULL, work, &c);
	pthread_create(&b, NULL, work, &c);
	c.event(START, &c, "main");
	pthread_join(c.keys, NULL); // RACE
	refreshed++; // RACE
	return 0;
}
