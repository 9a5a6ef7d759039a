// SPDX-License-Identifier: MIT
/* The function of a timer locks the object that it finds in the value of the event. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct clock {
	int step;
	int ticks;
	pthread_mutex_t lock;
};

static void on_tick(union sigval value)
{
	struct clock *c = value.sival_ptr;
	pthread_mutex_lock(&c->lock);
	c->ticks += c->step; // NORACE
	pthread_mutex_unlock(&c->lock);
}

int main(void)
{
	struct clock *c = calloc(1, sizeof(*c));
	struct sigevent event = {0};
	struct itimerspec period = {{0, 1000000}, {0, 1000000}};
	timer_t timer;
	int ticks = 0;

	pthread_mutex_init(&c->lock, NULL);
	c->step = 2; // NORACE
	event.sigev_notify = SIGEV_THREAD;
	event.sigev_notify_function = on_tick;
	event.sigev_value.sival_ptr = c;
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	timer_settime(timer, 0, &period, NULL);
	while (ticks < 10) {
		usleep(1000);
		pthread_mutex_lock(&c->lock);
		ticks = c->ticks; // NORACE
		pthread_mutex_unlock(&c->lock);
	}
	return 0;
}
