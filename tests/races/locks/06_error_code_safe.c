// SPDX-License-Identifier: MIT
/* The helper returns 0 with the lock held and a negative number without. */
#include <errno.h>
#include <pthread.h>

struct channel {
	pthread_mutex_t lock;
	int closed;
	long bytes;
};

static struct channel channel = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int channel_lock(struct channel *c)
{
	pthread_mutex_lock(&c->lock);
	if (c->closed) { // NORACE
		pthread_mutex_unlock(&c->lock);
		return -EPIPE;
	}
	return 0;
}

static void *sender(void *arg)
{
	struct channel *c = arg;
	int i;

	for (i = 0; i < 10; i++) {
		int err = channel_lock(c);

		if (err < 0)
			continue;
		c->bytes += 100; // NORACE
		pthread_mutex_unlock(&c->lock);
	}
	return NULL;
}

static void *closer(void *arg)
{
	struct channel *c = arg;
	int i;

	for (i = 0; i < 10; i++) {
		pthread_mutex_lock(&c->lock);
		c->closed = !c->closed; // NORACE
		c->bytes = 0; // NORACE
		pthread_mutex_unlock(&c->lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, closer, &channel);
	pthread_create(&second, NULL, sender, &channel);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
