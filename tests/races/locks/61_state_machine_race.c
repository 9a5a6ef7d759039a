// SPDX-License-Identifier: MIT
/* The entry {handler, locked} is looked at in one state of a client and used in another one: that a
 * client in the state WORK has a handler which wants no lock is not known. Such races are of medium
 * confidence at most: the thread also calls through that pointer with the lock. */
#include <pthread.h>
#include <stdlib.h>

enum state { PARSE, WORK, LOCKED_WORK, DONE };

struct handler {
	int (*fn)(void);
	int locked;
};

struct client {
	enum state state;
	int code;
	const struct handler *handler;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int paths, maps, helped;

static int add_path(void)
{
	return paths++; // FP the client is not in that state
}

static int add_map(void)
{
	return maps++; // RACE
}

static int help(void)
{
	return helped++; // NORACE
}

static const struct handler handlers[] = {{add_path, 1}, {add_map, 0}, {help, 0}};

static int execute(struct client *c)
{
	return c->handler->fn();
}

static void step(struct client *c)
{
	switch (c->state) {
	case PARSE:
		c->handler = &handlers[c->code];
		c->state = c->handler->locked ? LOCKED_WORK : WORK;
		break;
	case WORK:
		execute(c);
		c->state = DONE;
		break;
	case LOCKED_WORK:
		pthread_mutex_lock(&m);
		execute(c);
		pthread_mutex_unlock(&m);
		c->state = DONE;
		break;
	case DONE:
		break;
	}
}

static void *listen(void *a)
{
	struct client *c = calloc(1, sizeof(*c));

	for (c->code = 0; c->code < 3; c->code++) {
		c->state = PARSE;
		while (c->state != DONE)
			step(c);
	}
	free(c);
	return a;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, listen, NULL);
	pthread_mutex_lock(&m);
	paths++; // FP the client is not in that state
	maps++; // RACE
	pthread_mutex_unlock(&m);
	pthread_join(id, NULL);
	return 0;
}
