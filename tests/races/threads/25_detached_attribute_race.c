// SPDX-License-Identifier: MIT
/* Detached by attribute; the parent goes on with the object it handed over. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct request {
	int id;
	int handled;
};

static void *handle(void *arg)
{
	struct request *r = arg;

	r->handled = r->id; // RACE
	return NULL;
}

static void submit(int id)
{
	struct request *r = malloc(sizeof(*r));
	pthread_attr_t attr;
	pthread_t t;

	r->id = id; // NORACE
	r->handled = 0; // NORACE
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_create(&t, &attr, handle, r);
	if (r->handled) // RACE
		usleep(1);
	pthread_attr_destroy(&attr);
}

int main(void)
{
	submit(1);
	submit(2);
	usleep(20000);
	return 0;
}
