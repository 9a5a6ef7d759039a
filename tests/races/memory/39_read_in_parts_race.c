// SPDX-License-Identifier: MIT
/* readv fills members of new memory, which are then asked for. */
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>
#include <stdlib.h>
struct record { long id; int flags; char name[20]; };
static long deleted;
static struct record *get(int fd)
{
	struct record *r = calloc(1, sizeof *r);
	struct iovec io[] = {{&r->id, sizeof r->id}, {&r->flags, sizeof r->flags}, {r->name, sizeof r->name}};
	if (readv(fd, io, 3) <= 0) {
		free(r);
		return NULL;
	}
	return r;
}
static void *scan(void *arg)
{
	struct record *r;
	while ((r = get((int)(long)arg)) != NULL) {
		if (r->flags & 1)
			deleted++; // RACE
		free(r);
	}
	return NULL;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, scan, (void *)0L);
	scan((void *)0L);
	pthread_join(t, NULL);
	return (int)deleted; // NORACE
}
