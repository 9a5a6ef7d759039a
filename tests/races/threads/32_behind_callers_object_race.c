// SPDX-License-Identifier: MIT
/* What callers have put into their objects is theirs as well: nobody here makes a struct in. */
#include <pthread.h>

struct in {
	int n;
};

struct dev {
	pthread_mutex_t lock;
	struct in *in;
};

void dev_inc(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	d->in->n++; // FN no object of that type is known
	pthread_mutex_unlock(&d->lock);
}

int dev_get(struct dev *d)
{
	return d->in->n; // FN no object of that type is known
}
