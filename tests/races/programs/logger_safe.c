// SPDX-License-Identifier: MIT
/* A logging thread: messages are copied into a ring under a lock. The twin formats
 * directly into the slot, outside. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define SLOTS 8
#define LENGTH 32

struct log {
	pthread_mutex_t lock;
	pthread_cond_t some;
	char ring[SLOTS][LENGTH];
	unsigned in, out;
	int closed;
};

static struct log log_ = { .lock = PTHREAD_MUTEX_INITIALIZER,
			   .some = PTHREAD_COND_INITIALIZER };

static void log_write(struct log *l, int n)
{
	char text[LENGTH];

	snprintf(text, sizeof(text), "message %d", n); // NORACE
	pthread_mutex_lock(&l->lock);
	memcpy(l->ring[l->in++ % SLOTS], text, sizeof(text)); // NORACE
	pthread_cond_signal(&l->some);
	pthread_mutex_unlock(&l->lock);
}

static void *printer(void *arg)
{
	struct log *l = arg;
	char text[LENGTH];

	for (;;) {
		pthread_mutex_lock(&l->lock);
		while (l->in == l->out && !l->closed) // NORACE
			pthread_cond_wait(&l->some, &l->lock);
		if (l->in == l->out) { // NORACE
			pthread_mutex_unlock(&l->lock);
			return NULL;
		}
		memcpy(text, l->ring[l->out++ % SLOTS], sizeof(text)); // NORACE
		pthread_mutex_unlock(&l->lock);
		puts(text); // NORACE
	}
}

int main(void)
{
	pthread_t t;
	int i;

	pthread_create(&t, NULL, printer, &log_);
	for (i = 0; i < 5; i++)
		log_write(&log_, i);
	pthread_mutex_lock(&log_.lock);
	log_.closed = 1; // NORACE
	pthread_cond_signal(&log_.some);
	pthread_mutex_unlock(&log_.lock);
	pthread_join(t, NULL);
	return 0;
}
