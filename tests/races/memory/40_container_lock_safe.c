// SPDX-License-Identifier: MIT
/* Only the embedded member travels; lock and data are found around it. */
#include <pthread.h>
#include <stddef.h>

struct timer {
	int ticks;
};

struct device {
	pthread_mutex_t lock;
	int irqs;
	struct timer timer;
};

static struct device device = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct device *to_device(struct timer *t)
{
	return (struct device *)((char *)t - offsetof(struct device, timer));
}

static void on_timer(struct timer *t)
{
	struct device *d = to_device(t);

	pthread_mutex_lock(&d->lock);
	d->irqs++; // NORACE
	t->ticks++; // NORACE
	pthread_mutex_unlock(&d->lock);
}

static void *timer_thread(void *arg)
{
	on_timer(arg);
	return NULL;
}

static void *irq_thread(void *arg)
{
	struct device *d = arg;

	pthread_mutex_lock(&d->lock);
	d->irqs++; // NORACE
	d->timer.ticks = 0; // NORACE
	pthread_mutex_unlock(&d->lock);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, timer_thread, &device.timer);
	pthread_create(&second, NULL, irq_thread, &device);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
