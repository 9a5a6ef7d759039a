/* SPDX-License-Identifier: MIT */
/* Report: a field behind pointers, named as the source names it on each side. */
#include <pthread.h>

struct counters {
	long received;
	long dropped;
};

struct device {
	int number;
	struct counters *counters;
	pthread_mutex_t lock;
};

static struct counters eth0_counters;
static struct device eth0 = {
	.counters = &eth0_counters,
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

static void *receive(void *argument)
{
	struct device *dev = argument;
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&dev->lock);
		dev->counters->received++; // NORACE
		dev->counters->dropped += i % 100 == 0; // RACE
		pthread_mutex_unlock(&dev->lock);
	}
	return NULL;
}

static void reset(struct counters *c)
{
	c->dropped = 0; // RACE
}

static long received(struct device *dev)
{
	pthread_mutex_lock(&dev->lock);
	long n = dev->counters->received; // NORACE
	pthread_mutex_unlock(&dev->lock);
	return n;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, receive, &eth0);
	long n = received(&eth0);
	reset(eth0.counters);
	pthread_join(thread, NULL);
	return n < 0;
}
