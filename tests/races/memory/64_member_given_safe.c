// SPDX-License-Identifier: MIT
// A function that is not known is given a member: it knows nothing of the struct around it.
#include <pthread.h>

struct event {
	int fd, pending;
	void *cookie;
};
struct loop {
	int turns;
	struct event wake;
	int ended;
};

void event_post(struct event *e);

static struct loop loop;

static void *worker(void *arg)
{
	event_post(&loop.wake);	// NORACE
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	loop.ended = 1;	// NORACE
	pthread_join(t, 0);
	return loop.turns;
}
