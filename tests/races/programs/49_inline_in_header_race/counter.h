/* SPDX-License-Identifier: MIT */
#ifndef COUNTER_H
#define COUNTER_H

#include <pthread.h>

struct counter {
	pthread_mutex_t lock;
	long value;
};

static inline void counter_add(struct counter *c, long n)
{
	pthread_mutex_lock(&c->lock);
	c->value += n; // RACE
	pthread_mutex_unlock(&c->lock);
}

static inline long counter_get(struct counter *c)
{
	long value;

	value = c->value; // RACE
	return value;
}

extern struct counter requests;

void *handle(void *arg);
void *report(void *arg);

#endif
