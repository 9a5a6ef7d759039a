// SPDX-License-Identifier: MIT
// A pointer that is sent as bytes is the receiver's too: through a pipe, a socket, a message queue,
// alone or in a message, and by a helper that is given both.
#include <mqueue.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct request {
	int n;
};

struct message {
	int type;
	struct request *request;
	void (*done)(struct request *);
};

static int ends[2], pair[2];
static mqd_t queue;
static long finished;

static void count(struct request *r)
{
	finished += r->n; // RACE
}

static void *from_pipe(void *arg)
{
	struct request *r;

	while (read(ends[0], &r, sizeof(r)) == sizeof(r))
		r->n++; // RACE
	return arg;
}

static void *from_socket(void *arg)
{
	struct message m;

	while (recv(pair[0], &m, sizeof(m), 0) == sizeof(m)) {
		if (m.type == 1)
			m.request->n = 2; // RACE
		m.done(m.request);
	}
	return arg;
}

static void *from_queue(void *arg)
{
	struct request *r;

	if (mq_receive(queue, (char *)&r, sizeof(r), NULL) > 0)
		r->n = 3; // RACE
	return arg;
}

static void post(struct request *r, int type)
{
	struct message m = {type, r, count};

	send(pair[1], &m, sizeof(m), 0);
}

int main(void)
{
	pthread_t t[3];
	struct request *a = calloc(1, sizeof(*a)), *b = calloc(1, sizeof(*b));
	struct request *c = calloc(1, sizeof(*c));

	if (!a || !b || !c || pipe(ends) || socketpair(AF_UNIX, SOCK_DGRAM, 0, pair))
		return 1;
	queue = mq_open("/requests", 0);
	pthread_create(&t[0], NULL, from_pipe, NULL);
	pthread_create(&t[1], NULL, from_socket, NULL);
	pthread_create(&t[2], NULL, from_queue, NULL);
	a->n = 0;
	if (write(ends[1], &a, sizeof(a)) < 0)
		return 1;
	a->n = 4; // RACE
	post(b, 1);
	b->n = 5; // RACE
	mq_send(queue, (const char *)&c, sizeof(c), 0);
	c->n = 6; // RACE
	finished = 0; // RACE
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
