// SPDX-License-Identifier: MIT
/* A stream works with what it was given when it is used, in the thread that uses it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

struct sink {
	long length;
	int closed;
};

static struct sink sink, own;
static char page[256], buffer[BUFSIZ], unused[BUFSIZ], out_buffer[BUFSIZ], *text;
static size_t length;
static FILE *cookie, *memory, *buffered, *growing, *plain;

static ssize_t put(void *to, const char *from, size_t n)
{
	struct sink *s = to;

	(void)from;
	s->length += (long)n; // RACE
	return (ssize_t)n;
}

static int end(void *to)
{
	struct sink *s = to;

	s->closed = 1; // RACE
	return 0;
}

static FILE *open_sink(struct sink *s)
{
	cookie_io_functions_t f = {.write = put, .close = end};

	return fopencookie(s, "w", f);
}

static void *writer(void *arg)
{
	fprintf(cookie, "%d\n", 1);
	fputs("text", memory); // RACE
	fwrite("text", 4, 1, buffered); // RACE
	fputc('x', growing); // RACE
	fputs("nothing is given to it", plain);
	printf("%d\n", 2); // RACE
	return arg;
}

static void *closer(void *arg)
{
	FILE *f = open_sink(&own);

	fputs("its own", f);
	fclose(f);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	cookie = open_sink(&sink);
	memory = fmemopen(page, sizeof(page), "w");
	buffered = fopen("a", "w");
	setvbuf(buffered, buffer, _IOFBF, sizeof(buffer));
	growing = open_memstream(&text, &length);
	plain = fopen("b", "w");
	setvbuf(stdout, out_buffer, _IOFBF, sizeof(out_buffer));
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, closer, NULL);
	if (sink.length > 10) // RACE
		page[1] = buffer[1] = 0; // RACE
	unused[0] = 1; // NORACE
	if (length > 1 && text[0] == 'x') // RACE
		out_buffer[0] = 0; // RACE
	if (sink.closed) // RACE
		return 1;
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	fclose(cookie);
	return own.closed + (int)sink.length; // NORACE
}
