// SPDX-License-Identifier: MIT
/* docs/soundness.md, 11: an index that leaves the array of its element (undefined in C). */
#include <pthread.h>
#include <stdlib.h>
struct slot {
	pthread_mutex_t lock;
	int a[4];
};
static struct slot slots[2] = {
	{ PTHREAD_MUTEX_INITIALIZER, { 0 } }, { PTHREAD_MUTEX_INITIALIZER, { 0 } }
};
static int far;

static void *one(void *arg)
{
	int i = rand() & 1;

	pthread_mutex_lock(&slots[i].lock);
	slots[i].a[far]++; // FN it may be an element of the next slot
	pthread_mutex_unlock(&slots[i].lock);
	return arg;
}

static void *two(void *arg)
{
	int i = rand() & 1;

	pthread_mutex_lock(&slots[i].lock);
	slots[i].a[far]++; // FN it may be an element of the next slot
	pthread_mutex_unlock(&slots[i].lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	far = rand();
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
