// SPDX-License-Identifier: MIT
/* What was given to epoll is found by the thread that waits for events, from then on. */
// TSAN: misses, no event comes
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>

struct connection {
	int fd, bytes;
};

static int set;

static void *serve(void *arg)
{
	struct epoll_event e;

	while (epoll_wait(set, &e, 1, -1) == 1) {
		struct connection *c = e.data.ptr;

		c->bytes++; // RACE
	}
	return arg;
}

static void add(int fd)
{
	struct connection *c = calloc(1, sizeof(*c));
	struct epoll_event e = {.events = EPOLLIN};

	c->fd = fd;
	e.data.ptr = c;
	epoll_ctl(set, EPOLL_CTL_ADD, fd, &e);
	c->bytes = 0; // RACE
}

int main(void)
{
	pthread_t id;

	set = epoll_create1(0);
	pthread_create(&id, NULL, serve, NULL);
	for (int fd = 3; fd < 9; fd++)
		add(fd);
	pthread_join(id, NULL);
	return 0;
}
