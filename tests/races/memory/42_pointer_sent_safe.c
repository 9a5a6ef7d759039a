// SPDX-License-Identifier: MIT
// What is done before the pointer is sent nobody else sees; numbers that are sent are no pointers,
// and the memory that a message is sent from, or comes into, stays its owner's.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
	int n;
	char text[32];
};

struct report {
	long sum;
	int *own;
};

static int ends[2], back[2];

static void *server(void *arg)
{
	struct request *r;
	struct report out = {0, NULL};
	int local = 0;

	while (read(ends[0], &r, sizeof(r)) == sizeof(r)) {
		r->n++; // NORACE
		out.sum += r->n; // NORACE
		out.own = &local;
		local++; // NORACE
		free(r); // NORACE
		if (write(back[1], &out.sum, sizeof(out.sum)) < 0)
			break;
	}
	return arg;
}

static int submit(int n)
{
	struct request *r = calloc(1, sizeof(*r));

	if (!r)
		return -1;
	r->n = n; // NORACE
	strcpy(r->text, "request"); // NORACE
	return write(ends[1], &r, sizeof(r)) < 0;
}

int main(void)
{
	pthread_t t;
	long sum = 0;

	if (pipe(ends) || pipe(back))
		return 1;
	pthread_create(&t, NULL, server, NULL);
	for (int i = 0; i < 10; i++) {
		submit(i);
		if (read(back[0], &sum, sizeof(sum)) < 0)
			break;
		sum++; // NORACE
	}
	close(ends[1]);
	pthread_join(t, NULL);
	return (int)sum;
}
