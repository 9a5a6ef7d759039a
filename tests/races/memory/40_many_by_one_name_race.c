// SPDX-License-Identifier: MIT
/*
 * What the list begins with is one device, as both threads follow the one variable: that the
 * pointer may mean any of those that were ever made does not say that the two mean different ones.
 * One place has forgotten the lock.
 */
#include <pthread.h>
#include <stdlib.h>

struct device {
	void *next;
	int owner;
	pthread_mutex_t lock;
};

static struct device *devices;
static void *list;

#define ADD(n) \
	static void add##n(void) \
	{ \
		struct device *x = calloc(1, sizeof(*x)); \
		if (!x) \
			exit(n); \
		x->next = list; \
		list = x; \
	}
ADD(11) ADD(12) ADD(13) ADD(14) ADD(15) ADD(16) ADD(17) ADD(18) ADD(19) ADD(20)

static void (*const adders[])(void) = {add11, add12, add13, add14, add15,
				       add16, add17, add18, add19, add20};

static void lock_owner(int id)
{
	pthread_mutex_lock(&devices->lock);
	devices->owner = id; // RACE
	pthread_mutex_unlock(&devices->lock);
}

static void leave(int id)
{
	if (devices->owner == id) // RACE
		devices->owner = -1; // RACE
}

static void *work(void *arg)
{
	lock_owner(arg != NULL);
	leave(arg != NULL);
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	for (int i = 0; i < 10; i++)
		adders[i]();
	devices = list;
	pthread_mutex_init(&devices->lock, NULL);
	pthread_create(&id[0], NULL, work, NULL);
	pthread_create(&id[1], NULL, work, &id);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
