// SPDX-License-Identifier: MIT
/* An interface is filled by a function that looks names up. */
#include <pthread.h>
#include <string.h>
#include <stddef.h>
struct iface { int version; void (*begin)(void); void (*put)(int); void (*end)(void); };
static long sum; static int sessions;
static void begin(void) { sessions++; } // RACE
static void put(int v) { sum += v; } // RACE
static void end(void) {}
static int query(const char *name, void **fn)
{
	if (!strcmp(name, "begin")) *fn = (void *)begin;
	else if (!strcmp(name, "put")) *fn = (void *)put;
	else if (!strcmp(name, "end")) *fn = (void *)end;
	else return -1;
	return 0;
}
static int fill(struct iface *i, int (*q)(const char *, void **))
{
	q("begin", (void **)&i->begin);
	q("put", (void **)&i->put);
	return q("end", (void **)&i->end);
}
static struct iface io;
static void *thr(void *arg)
{
	(void)arg;
	io.begin();
	io.put(3);
	io.end();
	return 0;
}
int main(void)
{
	pthread_t a, b;
	if (fill(&io, query))
		return 1;
	pthread_create(&a, 0, thr, 0);
	pthread_create(&b, 0, thr, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
