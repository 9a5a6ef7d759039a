// SPDX-License-Identifier: MIT
/* Timers fire on the wheel's own thread: callbacks share data with their owners. */
#include "wheel.h"

void wheel_init(struct wheel *w)
{
	pthread_mutex_init(&w->lock, NULL);
	w->timers = NULL; // NORACE
	w->now = 0; // NORACE
	w->stopping = 0; // NORACE
}

void wheel_add(struct wheel *w, struct timer *t, int due, timer_fn *fire, void *data)
{
	t->fire = fire; // NORACE
	t->data = data; // NORACE
	pthread_mutex_lock(&w->lock);
	t->due = w->now + due; // NORACE
	t->next = w->timers; // NORACE
	w->timers = t; // NORACE
	pthread_mutex_unlock(&w->lock);
}

static struct timer *take_due(struct wheel *w)
{
	struct timer **where, *found;

	for (where = &w->timers; (found = *where); where = &found->next) // NORACE
		if (found->due <= w->now) { // NORACE
			*where = found->next; // NORACE
			break;
		}
	return found;
}

void *wheel_thread(void *arg)
{
	struct wheel *w = arg;
	int stopping;

	do {
		struct timer *t;

		pthread_mutex_lock(&w->lock);
		w->now++; // NORACE
		t = take_due(w);
		stopping = w->stopping && !w->timers; // NORACE
		pthread_mutex_unlock(&w->lock);
		if (t)
			t->fire(t->data); // NORACE
	} while (!stopping);
	return NULL;
}

void wheel_stop(struct wheel *w)
{
	pthread_mutex_lock(&w->lock);
	w->stopping = 1; // NORACE
	pthread_mutex_unlock(&w->lock);
}
