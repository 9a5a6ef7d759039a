// SPDX-License-Identifier: MIT
/* Two threads get the same object from one epoll. */
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
struct conn { int fd; int hung; long bytes; };
static struct conn *all[16];
static int ep;
static void *worker(void *arg)
{
	struct epoll_event ev[8];
	char b[64];
	(void)arg;
	for (;;) {
		int n = epoll_wait(ep, ev, 8, -1);
		for (int i = 0; i < n; i++) {
			struct conn *c = ev[i].data.ptr;
			if (ev[i].events & EPOLLHUP) {
				c->hung = 1; // RACE
				continue;
			}
			c->bytes += read(c->fd, b, sizeof b); // RACE
		}
		if (n < 0)
			return NULL;
	}
}
int main(void)
{
	pthread_t t[2];
	int ends[2];
	if (pipe(ends) || write(ends[1], "x", 1) != 1)
		return 1;
	struct conn c = {ends[0], 0, 0};
	struct epoll_event e = {.events = EPOLLIN, .data = {.ptr = &c}};
	all[0] = &c;
	ep = epoll_create1(0);
	epoll_ctl(ep, EPOLL_CTL_ADD, ends[0], &e);
	pthread_create(&t[0], NULL, worker, NULL);
	pthread_create(&t[1], NULL, worker, NULL);
	close(ends[1]);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
