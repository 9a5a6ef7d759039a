// SPDX-License-Identifier: MIT
// RUN: --all
/* As 45_made_then_given_safe.c, but a buffer may also be the one that is kept for
 * next time: a writer on the stack does not make it the thread's own. Which buffer a writer has
 * cannot be told: low. */
#include <pthread.h>
#include <stdlib.h>

struct buf {
	struct buf *next;
	int len, flags;
};

struct writer {
	struct buf *buf;
	int count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct buf *queue, *spare;

static struct buf *make(int big)
{
	struct buf *b = big ? malloc(sizeof(*b) + 64) : malloc(sizeof(*b));

	if (!b)
		abort();
	b->len = 0; // NORACE
	b->flags = 0; // NORACE
	return b;
}

static void begin(struct writer *w, int n)
{
	pthread_mutex_lock(&lock);
	w->buf = spare ? spare : make(n > 9);
	spare = w->buf;
	pthread_mutex_unlock(&lock);
	w->count = n;
}

static void put(struct writer *w)
{
	for (int i = 0; i < w->count; i++)
		w->buf->len += i; // RACE
}

static struct buf *build(int n)
{
	struct writer w;

	begin(&w, n);
	put(&w);
	return w.buf->len ? w.buf : NULL; // RACE
}

static void push(struct buf *b)
{
	pthread_mutex_lock(&lock);
	b->next = queue;
	queue = b;
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	for (int i = 1; i < 4; i++) {
		struct buf *b = build(i);

		if (!b)
			continue;
		b->flags |= i; // RACE
		push(b);
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	work(NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return queue ? queue->flags : 0;
}
