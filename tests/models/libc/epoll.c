// SPDX-License-Identifier: MIT
/* The pointer in an event comes back from the wait, on whichever thread. */
#include <pthread.h>
#include <sys/epoll.h>

struct connection {
	int state, locked, fd;
};

static struct connection first, second;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int loop;

static void *serve(void *arg)
{
	struct epoll_event events[8];
	int n = epoll_wait(loop, events, 8, -1);

	for (int i = 0; i < n; i++) {
		struct connection *c = events[i].data.ptr;
		c->state++; // RACE
		pthread_mutex_lock(&lock);
		c->locked++; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void watch(struct connection *c)
{
	struct epoll_event e = {.events = EPOLLIN};

	e.data.ptr = c;
	epoll_ctl(loop, EPOLL_CTL_ADD, c->fd, &e);
}

int main(void)
{
	pthread_t t;

	loop = epoll_create1(0);
	watch(&first);
	pthread_create(&t, NULL, serve, NULL);
	first.state = 1; // RACE
	second.state = 1; // NORACE
	pthread_mutex_lock(&lock);
	first.locked = 1; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
