// SPDX-License-Identifier: MIT
/* The function of SIGEV_THREAD is called with the value beside it, when the operation has ended. */
#include <aio.h>
#include <signal.h>
#include <stddef.h>

struct job {
	struct aiocb control;
	int done, seen;
};

static char text[8];

static void finished(union sigval v)
{
	struct job *j = v.sival_ptr;

	j->done++; // RACE
}

int main(void)
{
	static struct job j;

	j.seen = 1; // NORACE
	j.control.aio_buf = text;
	j.control.aio_nbytes = sizeof text;
	j.control.aio_sigevent.sigev_notify = SIGEV_THREAD;
	j.control.aio_sigevent.sigev_notify_function = finished;
	j.control.aio_sigevent.sigev_value.sival_ptr = &j;
	aio_read(&j.control);
	j.done++; // RACE
	return j.done; // RACE
}
