// SPDX-License-Identifier: MIT
/* Functions of SIGEV_THREAD run on threads: those of two timers at the same time, on a thread each, also where one
 * function makes the timers, and with volatile variables. */
#include <aio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct box {
	int n;
};
static volatile int flag;
static int reads, both;

static void tick(union sigval v)
{
	struct box *b = v.sival_ptr;
	b->n++; // RACE
}

static void first(union sigval v)
{
	(void)v;
	both++;	  // RACE
	flag = 1; // RACE
}

static void second(union sigval v)
{
	(void)v;
	both--;	  // RACE
	if (flag) // RACE
		both = 0; // RACE
}

static void done(union sigval v)
{
	(void)v;
	reads++; // RACE
}

static void start(void (*f)(union sigval), void *value)
{
	timer_t t;
	struct sigevent e;
	memset(&e, 0, sizeof(e));
	e.sigev_notify = SIGEV_THREAD;
	e.sigev_notify_function = f;
	e.sigev_value.sival_ptr = value;
	timer_create(CLOCK_REALTIME, &e, &t);
}

int main(void)
{
	static struct aiocb block[2];
	for (int i = 0; i < 2; i++) {
		struct box *b = calloc(1, sizeof(*b));
		start(tick, b);
		start(tick, b);
		block[i].aio_sigevent.sigev_notify = SIGEV_THREAD;
		block[i].aio_sigevent.sigev_notify_function = done;
		aio_read(&block[i]);
	}
	start(first, NULL);
	start(second, NULL);
	sleep(1);
	return 0;
}
