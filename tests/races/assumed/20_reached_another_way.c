// SPDX-License-Identifier: MIT
/* docs/soundness.md, 20: what was taken out under a lock is still found another way. */
#include <pthread.h>

struct item {
	int n;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct item only;
static struct item *slot = &only, *also = &only;

static void *one(void *arg)
{
	struct item *i;

	pthread_mutex_lock(&m);
	i = slot;
	slot = NULL;
	pthread_mutex_unlock(&m);
	if (i)
		i->n++; // FN low: it is put in two places
	return arg;
}

static void *two(void *arg)
{
	pthread_mutex_lock(&m);
	also->n++; // FN low, as above
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
