// SPDX-License-Identifier: MIT
/* As 32_callers_object_race.c, but every access holds the lock of the object; and objects of
 * one type are not those of another. */
#include <pthread.h>

struct dev {
	pthread_mutex_t lock;
	int count;
};

struct other {
	pthread_mutex_t lock;
	int count;
};

void dev_inc(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	d->count++; // NORACE
	pthread_mutex_unlock(&d->lock);
}

int dev_get(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	int n = d->count; // NORACE
	pthread_mutex_unlock(&d->lock);
	return n;
}

void other_inc(struct other *o)
{
	pthread_mutex_lock(&o->lock);
	o->count++; // NORACE
	pthread_mutex_unlock(&o->lock);
}
