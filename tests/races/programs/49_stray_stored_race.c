// SPDX-License-Identifier: MIT
/* As 49_stray_function_safe.c, but a class is filled in by somebody who is told the hook. */
#include <pthread.h>
#include <stddef.h>

struct resource;

struct class {
	unsigned size;
	void (*release)(struct resource *);
};

struct resource {
	struct resource *next;
	const struct class *class;
	void *data;
};

struct event {
	struct resource r;
	void (*hook)(void *);
	void *data;
};

static char pool[4096];
static size_t used;
static long shown, dumped, swept, counted;

/* All kinds of objects, one behind the other. */
static void *take(size_t size)
{
	void *p = pool + used;

	used += (size + 15) & ~(size_t)15;
	return p;
}

static void *make(const struct class *c)
{
	struct resource *r = take(c->size);

	r->class = c;
	r->next = NULL;
	return r;
}

static void drop(void *p)
{
	struct resource *r = p;

	r->class->release(r);
}

static long events, files;

static void event_free(struct resource *r)
{
	events += r->class == NULL;
}

static void file_free(struct resource *r)
{
	files += r->class == NULL;
}

static const struct class event_class = {sizeof(struct event), event_free};
static const struct class file_class = {sizeof(struct resource), file_free};

static struct class shown_class = {sizeof(struct resource), NULL};

static const struct class *class_with(void *hook)
{
	void (**at)(struct resource *) = &shown_class.release;

	*at = (void (*)(struct resource *))hook;
	return &shown_class;
}

/* What main does when it is time. */
static void show(void *p)
{
	shown += p != NULL; // RACE
}

static void dump(void *p)
{
	dumped += p != NULL; // NORACE
}

static void sweep(void *p)
{
	swept += p != NULL; // NORACE
}

static void count(void *p)
{
	counted += p != NULL; // NORACE
}

static struct event *make_event(void (*hook)(void *))
{
	struct event *e = make(&event_class);

	e->hook = hook;
	e->data = e;
	return e;
}

static struct event *(*make_hook)(void (*)(void *)) = make_event;
static struct resource *file;

static void *log_file(void *arg)
{
	drop(file);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	struct event *e[4] = {make_hook(show), make_hook(dump), make_hook(sweep), make_hook(count)};

	(void)argv;
	file = make(class_with((void *)show));
	pthread_create(&t, NULL, log_file, NULL);
	e[argc & 3]->hook(e[argc & 3]->data);
	pthread_join(t, NULL);
	return (int)(shown + dumped + swept + counted + events + files);
}
