// SPDX-License-Identifier: MIT
/* Callbacks with user data, kept in one table: each function gets its own data. */
#include <stdlib.h>

struct handler {
	void (*run)(void *);
	void *data;
};

struct counter {
	long n;
};

struct message {
	const char *text;
};

static struct handler handlers[2];
static struct counter counter;
static struct message message;

static void count(void *data)
{
	struct counter *c = data;

	c->n++;
}

static void say(void *data)
{
	struct message *m = data;

	m->text = "done";
}

static void subscribe(struct handler *h, void (*run)(void *), void *data)
{
	h->run = run;
	h->data = data;
}

static int by_address(const void *a, const void *b)
{
	return a < b;
}

int main(void)
{
	struct handler *late = malloc(sizeof(*late));

	subscribe(&handlers[0], count, &counter);
	subscribe(late, say, &message);
	qsort(handlers, 2, sizeof(handlers[0]), by_address);
	handlers[0].run(handlers[0].data);
	late->run(late->data);
	return 0;
}
