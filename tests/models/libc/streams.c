// SPDX-License-Identifier: MIT
/* Streams that work on memory of the program, or call its functions. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

struct log {
	int reads, writes, seeks, closes;
};

static struct log log;
static char memory[100], buffer[BUFSIZ], other[BUFSIZ], third[BUFSIZ];
static int global;

static ssize_t on_read(void *cookie, char *to, size_t n)
{
	struct log *l = cookie;

	l->reads++; // RACE
	global++; // RACE
	(void)to;
	return (ssize_t)(n - n);
}

static ssize_t on_write(void *cookie, const char *from, size_t n)
{
	struct log *l = cookie;

	l->writes++; // RACE
	(void)from;
	return (ssize_t)n;
}

static int on_seek(void *cookie, off64_t *offset, int whence)
{
	struct log *l = cookie;

	l->seeks++; // RACE
	(void)offset;
	return whence - whence;
}

static int on_close(void *cookie)
{
	struct log *l = cookie;

	l->closes++; // RACE
	return 0;
}

static void *worker(void *arg)
{
	cookie_io_functions_t f = {on_read, on_write, on_seek, on_close};
	FILE *q = fopencookie(&log, "r+", f), *m = fmemopen(memory, sizeof(memory), "w"); // RACE

	setvbuf(q, buffer, _IOFBF, sizeof(buffer)); // RACE
	setbuf(m, other); // RACE
	setbuffer(m, third, sizeof(third)); // RACE
	fputc(fgetc(q), m); // RACE
	return arg;
}

int main(void)
{
	pthread_t x;

	pthread_create(&x, 0, worker, 0);
	log.reads = log.writes = 0; // RACE
	log.seeks = log.closes = 0; // RACE
	global = 0; // RACE
	memory[1] = 0; // RACE
	buffer[1] = 0; // RACE
	other[0] = 0; // RACE
	third[1] = 0; // RACE
	pthread_join(x, 0);
	return 0;
}
