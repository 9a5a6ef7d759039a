// SPDX-License-Identifier: MIT
/* The function of a timer, with the pointer that it was given. */
#include <signal.h>
#include <time.h>
#include <string.h>
#include <unistd.h>
static int ticks;
static void tick(union sigval v) { ++*(int *)v.sival_ptr; } // RACE
int main(void)
{
	timer_t t; struct sigevent e; struct itimerspec s = {{0, 1000}, {0, 1000}};
	memset(&e, 0, sizeof e);
	e.sigev_notify = SIGEV_THREAD; e.sigev_notify_function = tick; e.sigev_value.sival_ptr = &ticks;
	timer_create(CLOCK_REALTIME, &e, &t);
	timer_settime(t, 0, &s, 0);
	sleep(1);
	return ticks; // RACE
}
