// SPDX-License-Identifier: MIT
/* The library calls back on a thread of its own: when names are found, when a transfer is done. */
// TSAN: misses, the program ends before the library calls
#define _GNU_SOURCE
#include <aio.h>
#include <netdb.h>
#include <signal.h>
#include <string.h>

static int found, moved, listed;
static char text[64];

static void count(union sigval v)
{
	++*(int *)v.sival_ptr; // RACE
}

static void transferred(union sigval v)
{
	(void)v;
	moved++; // RACE
}

static void fill(struct sigevent *e, int *n)
{
	memset(e, 0, sizeof(*e));
	e->sigev_notify = SIGEV_THREAD;
	e->sigev_notify_function = count;
	e->sigev_value.sival_ptr = n;
}

int main(void)
{
	struct gaicb request = {"localhost"}, *names[] = {&request};
	struct aiocb control = {0}, *all[] = {&control};
	struct sigevent looked_up, all_done;

	fill(&looked_up, &found);
	getaddrinfo_a(GAI_NOWAIT, names, 1, &looked_up);
	found = 0; // RACE
	control.aio_buf = text;
	control.aio_nbytes = sizeof(text);
	control.aio_sigevent.sigev_notify = SIGEV_THREAD;
	control.aio_sigevent.sigev_notify_function = transferred;
	aio_read(&control);
	moved = 0; // RACE
	fill(&all_done, &listed);
	lio_listio(LIO_NOWAIT, all, 1, &all_done);
	listed = 0; // RACE
	return 0;
}
