// SPDX-License-Identifier: MIT
/* Each maker gives its box to one user, which makes another maker: nobody else has it. */
#include <pthread.h>
#include <stdlib.h>

struct box {
	int bare;
};

static void *user(void *);

static void *maker(void *arg)
{
	struct box *box = malloc(sizeof(*box));
	pthread_t id;

	box->bare = 0; // NORACE
	pthread_create(&id, NULL, user, box);
	return arg;
}

static void *user(void *arg)
{
	struct box *box = arg;
	pthread_t id;

	box->bare++; // NORACE
	pthread_create(&id, NULL, maker, NULL);
	return NULL;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, maker, NULL);
	return 0;
}
