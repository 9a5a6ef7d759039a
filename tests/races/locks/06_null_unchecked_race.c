// SPDX-License-Identifier: MIT
/* RELAY, Figure 11, and a caller that does not look at the result. */
#include <pthread.h>
#include <stddef.h>

struct device {
	pthread_mutex_t lock;
	int open;
	int uses;
};

static struct device dev = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct device *device_get(struct device *d, int wanted)
{
	if (!wanted)
		return NULL;
	pthread_mutex_lock(&d->lock);
	return d;
}

static void *careless(void *arg)
{
	struct device *d = device_get(&dev, arg != NULL);

	dev.uses++; // RACE
	if (d)
		pthread_mutex_unlock(&d->lock);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, careless, NULL);
	pthread_create(&second, NULL, careless, &dev);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
