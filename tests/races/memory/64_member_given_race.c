// SPDX-License-Identifier: MIT
// Like 64_member_given_safe.c, but it is given the struct, or the member that the other side writes.
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
void loop_post(struct loop *l);

static struct loop loop;

static void *worker(void *arg)
{
	loop_post(&loop);	// RACE
	event_post(&loop.wake);	// RACE
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	loop.ended = 1;	// RACE
	loop.wake.pending = 1;	// RACE
	pthread_join(t, 0);
	return loop.turns;
}
