// SPDX-License-Identifier: MIT
/* A stream has its own lock while it works: what only it does to memory is guarded, and what the
 * program does with flockfile. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static long written;
static char buffer[BUFSIZ];
static FILE *cookie, *buffered;

static ssize_t put(void *to, const char *from, size_t n)
{
	(void)from;
	*(long *)to += (long)n; // NORACE
	return (ssize_t)n;
}

static void *writer(void *arg)
{
	fprintf(cookie, "%d\n", 1);
	fputs("text", buffered); // NORACE
	flockfile(buffered);
	buffer[0] = 'x'; // NORACE
	funlockfile(buffered);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	cookie_io_functions_t f = {.write = put};

	cookie = fopencookie(&written, "w", f);
	buffered = fopen("a", "w");
	setvbuf(buffered, buffer, _IOFBF, sizeof(buffer));
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return written > 4; // NORACE
}
