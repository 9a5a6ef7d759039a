/* SPDX-License-Identifier: MIT */
#ifndef WHEEL_H
#define WHEEL_H

#include <pthread.h>

typedef void timer_fn(void *data);

struct timer {
	timer_fn *fire;
	void *data;
	int due;
	struct timer *next;
};

struct wheel {
	pthread_mutex_t lock;
	struct timer *timers;
	int now;
	int stopping;
};

void wheel_init(struct wheel *w);
void wheel_add(struct wheel *w, struct timer *t, int due, timer_fn *fire, void *data);
void *wheel_thread(void *arg);
void wheel_stop(struct wheel *w);

#endif
