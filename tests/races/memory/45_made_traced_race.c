// SPDX-License-Identifier: MIT
/* As 45_made_traced_safe.c, but the buffer is changed once more after it was given away. */
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

/* not known: it may look at the writer, but hardly keeps it */
void trace(struct writer *w);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct buf *queue;

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
	w->buf = make(n > 9);
	w->count = n;
}

static void put(struct writer *w)
{
	for (int i = 0; i < w->count; i++)
		w->buf->len += i; // NORACE
}

static struct buf *build(int n)
{
	struct writer w;

	begin(&w, n);
	trace(&w);
	put(&w);
	return w.buf->len ? w.buf : NULL; // NORACE
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
		b->flags |= i; // FP the function that is not known has seen it
		push(b);
		b->flags |= 8; // RACE
	}
	return arg;
}

static void *drain(void *arg)
{
	int sum = 0;

	pthread_mutex_lock(&lock);
	for (struct buf *b = queue; b; b = b->next)
		sum += b->flags; // RACE
	pthread_mutex_unlock(&lock);
	*(int *)arg = sum;
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int sum;

	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, drain, &sum);
	work(NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return sum;
}
