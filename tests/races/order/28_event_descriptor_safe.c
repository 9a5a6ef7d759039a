// SPDX-License-Identifier: MIT
/* The answer is written before the eventfd is written, read after it was read. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct call { int efd; int arg; int res; };
static void *srv(void *p) { struct call *c = p; uint64_t one = 1; c->res = c->arg * 2; if (write(c->efd, &one, 8) != 8) abort(); return 0; } // FP who reads from a descriptor is not known to come after who has written
int main(void)
{
	struct call *c = calloc(1, sizeof *c);
	pthread_t t;
	uint64_t v;
	c->efd = eventfd(0, 0);
	c->arg = 4;
	pthread_create(&t, 0, srv, c);
	pthread_detach(t);
	if (read(c->efd, &v, 8) != 8)
		return 1;
	printf("%d\n", c->res); // FP likewise
	return 0;
}
