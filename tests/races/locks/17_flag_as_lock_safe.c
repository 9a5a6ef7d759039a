// SPDX-License-Identifier: MIT
/* A lock that is made of a flag under a mutex and a condition: who has found it free and taken it has
 * it until he frees it. With the test turned round, in helpers, in a struct; main has it at first. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t freed = PTHREAD_COND_INITIALIZER;
static int busy;
static int count; /* while busy */

static struct device {
	pthread_mutex_t lock;
	pthread_cond_t cond;
	int idle;
	long bytes; /* while not idle */
} device = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1, 0};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t cond;
	int taken;
	int pending; /* while taken */
} printer = {.lock = PTHREAD_MUTEX_INITIALIZER, .cond = PTHREAD_COND_INITIALIZER};

static void take(void)
{
	pthread_mutex_lock(&m);
	while (busy)
		pthread_cond_wait(&freed, &m);
	busy = 1; // NORACE
	pthread_mutex_unlock(&m);
}

static void give(void)
{
	pthread_mutex_lock(&m);
	busy = 0; // NORACE
	pthread_cond_signal(&freed);
	pthread_mutex_unlock(&m);
}

static int try_device(struct device *d)
{
	int mine = 0;

	pthread_mutex_lock(&d->lock);
	if (d->idle == 1) {
		d->idle = 0; // NORACE
		mine = 1;
	}
	pthread_mutex_unlock(&d->lock);
	return mine;
}

static void free_device(struct device *d)
{
	pthread_mutex_lock(&d->lock);
	d->idle = 1; // NORACE
	pthread_cond_broadcast(&d->cond);
	pthread_mutex_unlock(&d->lock);
}

static void wait_for_device(struct device *d)
{
	pthread_mutex_lock(&d->lock);
	for (;;) {
		if (d->idle != 0)
			break;
		pthread_cond_wait(&d->cond, &d->lock);
	}
	d->idle = 0; // NORACE
	pthread_mutex_unlock(&d->lock);
}

static void *work(void *arg)
{
	for (int i = 0; i < 10; i++) {
		take();
		count++; // NORACE
		give();
		wait_for_device(&device);
		device.bytes += i; // NORACE
		free_device(&device);
	}
	return arg;
}

static void *reset(void *arg)
{
	pthread_mutex_lock(&printer.lock);
	while (printer.taken)
		pthread_cond_wait(&printer.cond, &printer.lock);
	printer.taken = 1; // NORACE
	pthread_mutex_unlock(&printer.lock);
	printer.pending = 0; // NORACE
	pthread_mutex_lock(&printer.lock);
	printer.taken = 0; // NORACE
	pthread_cond_signal(&printer.cond);
	pthread_mutex_unlock(&printer.lock);
	return arg;
}

int main(void)
{
	pthread_t id[3];

	printer.taken = 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	pthread_create(&id[2], NULL, reset, NULL);
	printer.pending = 3; // NORACE
	pthread_mutex_lock(&printer.lock);
	printer.taken = 0; // NORACE
	pthread_cond_signal(&printer.cond);
	pthread_mutex_unlock(&printer.lock);
	take();
	count--; // NORACE
	give();
	if (try_device(&device)) {
		device.bytes = 0; // NORACE
		free_device(&device);
	}
	for (int i = 0; i < 3; i++)
		pthread_join(id[i], NULL);
	return count;
}
