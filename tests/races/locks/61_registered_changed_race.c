// SPDX-License-Identifier: MIT
/* As 61_registered_safe.c, but flags are changed after the registration: nothing is known of them. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef int (*handler_fn)(int);

struct handler {
	unsigned code;
	bool locked;
	handler_fn fn;
	struct handler *next;
};

struct event {
	const char *name;
	struct {
		void (*call)(void);
		int free;
	} how;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct handler *handlers;
static struct event *events[4];
static unsigned event_count;
static int paths, maps, helped, ticks;

static struct handler *new_handler(void)
{
	return calloc(1, sizeof(struct handler));
}

static struct handler *add_handler(unsigned code, handler_fn fn, bool locked)
{
	struct handler *h = new_handler();

	if (!h)
		return NULL;
	h->code = code;
	h->fn = fn;
	h->locked = locked;
	h->next = handlers;
	handlers = h;
	return h;
}

static int set_handler(unsigned code, handler_fn fn, bool locked)
{
	return add_handler(code, fn, locked) ? 0 : -1;
}

static struct handler *find_handler(unsigned code)
{
	for (struct handler *h = handlers; h; h = h->next)
		if (h->code == code)
			return h;
	return NULL;
}

static void add_event(const char *name, void (*call)(void), int is_free)
{
	struct event *e = malloc(sizeof(*e));

	if (!e || event_count == 4)
		abort();
	e->name = name;
	e->how.free = is_free;
	e->how.call = call;
	events[event_count++] = e;
}

static int add_path(int n)
{
	return paths += n; // RACE
}

static int add_map(int n)
{
	return maps += n; // FP the flag of another handler is changed
}

static int help(int n)
{
	return helped += n; // NORACE
}

static void tick(void)
{
	ticks++; // RACE
}

static void idle(void)
{
	helped++; // NORACE
}

struct client {
	struct handler *handler;
	int n;
};

static int execute(struct client *c)
{
	return c->handler->fn(c->n);
}

static void handle(struct client *c, unsigned code)
{
	c->handler = find_handler(code);
	if (!c->handler || !c->handler->fn)
		return;
	if (c->handler->locked) {
		pthread_mutex_lock(&m);
		execute(c);
		pthread_mutex_unlock(&m);
	} else {
		execute(c);
	}
}

static void run_event(struct event *e)
{
	if (!e->how.free)
		pthread_mutex_lock(&m);
	e->how.call();
	if (!e->how.free)
		pthread_mutex_unlock(&m);
}

static void *listen(void *a)
{
	struct client client = {NULL, 1};

	for (unsigned i = 0; i < 3; i++)
		handle(&client, i);
	for (unsigned i = 0; i < event_count; i++)
		run_event(events[i]);
	return a;
}

int main(void)
{
	pthread_t id;

	set_handler(0, add_path, true);
	set_handler(1, add_map, true);
	set_handler(2, help, false);
	add_event("tick", tick, 0);
	add_event("idle", idle, 1);
	find_handler(0)->locked = false;
	events[0]->how.free = 1;
	pthread_create(&id, NULL, listen, NULL);
	pthread_mutex_lock(&m);
	paths++; // RACE
	maps++; // FP the flag of another handler is changed
	ticks++; // RACE
	pthread_mutex_unlock(&m);
	return 0;
}
