// SPDX-License-Identifier: MIT
// A thread that is created in every round, and joined before the next, allocates again each time: its
// objects are many, with a lock each.
#include <pthread.h>
#include <stdlib.h>

struct unit {
	pthread_mutex_t lock;
	int *n;
};

static struct unit *units[2];
static int shared;

static void *maker(void *arg)
{
	struct unit *u = calloc(1, sizeof(*u));

	pthread_mutex_init(&u->lock, NULL);
	u->n = &shared;
	*(struct unit **)arg = u;
	return NULL;
}

static void *user(void *arg)
{
	struct unit *u = arg;

	pthread_mutex_lock(&u->lock);
	++*u->n; // RACE
	pthread_mutex_unlock(&u->lock);
	return NULL;
}

int main(void)
{
	pthread_t t, a, b;

	for (int i = 0; i < 2; i++) {
		pthread_create(&t, NULL, maker, &units[i]);
		pthread_join(t, NULL);
	}
	pthread_create(&a, NULL, user, units[0]);
	pthread_create(&b, NULL, user, units[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
