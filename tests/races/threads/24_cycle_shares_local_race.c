// SPDX-License-Identifier: MIT
/* Each maker has a box of its own, but the user passes it on to a helper, and the helper to
 * another user: two users have the box of one maker. */
#include <pthread.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t lock;
	int bare, guarded;
};

static void *maker(void *), *user(void *), *helper(void *);

static void *maker(void *arg)
{
	struct box *box = malloc(sizeof(*box));
	pthread_t id;

	pthread_mutex_init(&box->lock, NULL);
	box->bare = box->guarded = 0; // NORACE
	pthread_create(&id, NULL, user, box);
	return arg;
}

static void *user(void *arg)
{
	struct box *box = arg;
	pthread_t id;

	pthread_mutex_lock(&box->lock);
	box->guarded++; // NORACE
	pthread_mutex_unlock(&box->lock);
	pthread_create(&id, NULL, helper, box);
	box->bare++; // RACE
	return NULL;
}

static void *helper(void *arg)
{
	pthread_t id;

	pthread_create(&id, NULL, user, arg);
	pthread_create(&id, NULL, maker, NULL);
	return NULL;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, maker, NULL);
	return 0;
}
