// SPDX-License-Identifier: MIT
/* An object that is in two lists with a lock each, and is taken out of one of them by each thread:
 * that it is in one place at a time is wrong, and the race of low confidence. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next_new, *next_old;
	int n;
};

static pthread_mutex_t new_lock = PTHREAD_MUTEX_INITIALIZER, old_lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *newest, *oldest;

static void *from_new(void *arg)
{
	struct item *i;

	pthread_mutex_lock(&new_lock);
	i = newest;
	if (i)
		newest = i->next_new;
	pthread_mutex_unlock(&new_lock);
	if (i)
		i->n++; // FN each has taken the object out (35)
	return arg;
}

static void *from_old(void *arg)
{
	struct item *i;

	pthread_mutex_lock(&old_lock);
	i = oldest;
	if (i)
		oldest = i->next_old;
	pthread_mutex_unlock(&old_lock);
	if (i)
		i->n++; // FN each has taken the object out (35)
	return arg;
}

int main(void)
{
	pthread_t a, b;

	for (int i = 0; i < 4; i++) {
		struct item *x = calloc(1, sizeof(*x));

		if (!x)
			break;
		x->next_new = newest;
		newest = x;
		x->next_old = oldest;
		oldest = x;
	}
	pthread_create(&a, NULL, from_new, NULL);
	pthread_create(&b, NULL, from_old, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
