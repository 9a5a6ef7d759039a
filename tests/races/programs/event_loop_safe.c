// SPDX-License-Identifier: MIT
/* Handlers registered by kind; a second thread posts events through a locked queue.
 * The twin unregisters a handler while the loop runs. */
#include <pthread.h>
#include <stddef.h>

enum { KINDS = 3, EVENTS = 9 };

typedef void handler(int payload);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static handler *handlers[KINDS];
static int queue[EVENTS];
static int queued, handled;

static int sums[KINDS];

static void on_open(int payload)
{
	sums[0] += payload; // NORACE
}

static void on_close(int payload)
{
	sums[1] += payload; // NORACE
}

static void *loop(void *arg)
{
	while (handled < EVENTS) { // NORACE
		handler *h;
		int kind;

		pthread_mutex_lock(&lock);
		while (queued == handled) // NORACE
			pthread_cond_wait(&some, &lock);
		kind = queue[handled++]; // NORACE
		pthread_mutex_unlock(&lock);
		h = handlers[kind]; // NORACE
		if (h)
			h(kind + 1);
	}
	return arg;
}

static void post(int kind)
{
	pthread_mutex_lock(&lock);
	queue[queued++] = kind; // NORACE
	pthread_cond_signal(&some);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t t;
	int i;

	handlers[0] = on_open; // NORACE
	handlers[1] = on_close; // NORACE
	pthread_create(&t, NULL, loop, NULL);
	for (i = 0; i < EVENTS; i++)
		post(i % KINDS);
	pthread_join(t, NULL);
	return sums[0] + sums[1] == 0; // NORACE
}
