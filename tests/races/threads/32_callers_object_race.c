// SPDX-License-Identifier: MIT
/* A library works on objects that its callers make. Two of them may pass the same object, as
 * the lock in it says. What is reached from it through a pointer is theirs, too. */
#include <pthread.h>
#include <stdlib.h>

struct counters {
	long reads, writes;
};

struct dev {
	pthread_mutex_t lock;
	int count, mode;
	struct counters *stats;
};

static void set_mode(struct dev *d, int mode)
{
	d->mode = mode; // RACE
}

void dev_inc(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	d->count++; // RACE
	if (d->mode > 0) // RACE
		d->count++; // RACE
	pthread_mutex_unlock(&d->lock);
}

int dev_get(struct dev *d)
{
	return d->count; // RACE
}

void dev_set_mode(struct dev *d, int mode)
{
	set_mode(d, mode);
}
