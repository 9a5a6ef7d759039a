// SPDX-License-Identifier: MIT
/* The function of a timer finds its object in the value of the event. */
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct clock {
	int step;
	int ticks;
};

static void on_tick(union sigval value)
{
	struct clock *c = value.sival_ptr;
	c->ticks += c->step; // RACE
}

int main(void)
{
	struct clock *c = calloc(1, sizeof(*c));
	struct sigevent event = {0};
	struct itimerspec period = {{0, 1000000}, {0, 1000000}};
	timer_t timer;

	c->step = 2; // NORACE
	event.sigev_notify = SIGEV_THREAD;
	event.sigev_notify_function = on_tick;
	event.sigev_value.sival_ptr = c;
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	timer_settime(timer, 0, &period, NULL);
	while (c->ticks < 10) // RACE
		usleep(1000);
	return 0;
}
