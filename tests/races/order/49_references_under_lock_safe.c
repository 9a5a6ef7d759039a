// SPDX-License-Identifier: MIT
/* A count of references under the object's lock: who finds it at zero frees the object, and what it
 * leads to. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct object {
	pthread_mutex_t lock;
	int references, uses;
	char *name;
};

static struct object *current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void get(struct object *o)
{
	pthread_mutex_lock(&o->lock);
	o->references++; // NORACE
	pthread_mutex_unlock(&o->lock);
}

static void put(struct object *o)
{
	int left;

	pthread_mutex_lock(&o->lock);
	left = --o->references; // NORACE
	pthread_mutex_unlock(&o->lock);
	if (left > 0)
		return;
	free(o->name); // NORACE
	free(o); // NORACE
}

static struct object *take(void)
{
	pthread_mutex_lock(&lock);
	struct object *o = current;
	if (o)
		get(o);
	pthread_mutex_unlock(&lock);
	return o;
}

static void replace(const char *name)
{
	struct object *old, *new = calloc(1, sizeof(*new));

	if (!new)
		abort();
	pthread_mutex_init(&new->lock, NULL);
	new->references = 1;
	new->name = strdup(name);
	pthread_mutex_lock(&lock);
	old = current;
	current = new;
	pthread_mutex_unlock(&lock);
	if (old)
		put(old);
}

static void *show(void *arg)
{
	for (;;) {
		struct object *o = take();
		if (!o)
			continue;
		puts(o->name); // NORACE
		put(o);
	}
	return arg;
}

/* Counted, and then looked at. */
struct session {
	pthread_mutex_t lock;
	int users;
	char *key;
};

static struct session *session;

static void leave(struct session *s)
{
	pthread_mutex_lock(&s->lock);
	s->users--; // NORACE
	if (s->users) { // NORACE
		pthread_mutex_unlock(&s->lock);
		return;
	}
	pthread_mutex_unlock(&s->lock);
	free(s->key); // NORACE
	free(s); // NORACE
}

static void *use(void *arg)
{
	puts(session->key); // NORACE
	leave(session);
	return arg;
}

int main(void)
{
	pthread_t id[4];

	session = calloc(1, sizeof(*session));
	if (!session)
		return 1;
	pthread_mutex_init(&session->lock, NULL);
	session->key = strdup("k");
	session->users = 2;
	for (int i = 0; i < 4; i++)
		pthread_create(&id[i], NULL, i < 2 ? show : use, NULL);
	for (;;)
		replace("next");
}
