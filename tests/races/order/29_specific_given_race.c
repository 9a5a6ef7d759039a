// SPDX-License-Identifier: MIT
/* What is kept for this thread alone is also given to another one. */
#include <pthread.h>

static pthread_key_t key;
static int total;

struct ctx {
	int n;
};

static void *helper(void *arg)
{
	struct ctx *c = arg;

	c->n++; // RACE
	return NULL;
}

static void *worker(void *arg)
{
	struct ctx c = {0};
	struct ctx *same;
	pthread_t id;

	pthread_setspecific(key, &c);
	same = pthread_getspecific(key);
	pthread_create(&id, NULL, helper, same);
	c.n++; // RACE
	pthread_join(id, NULL);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_key_create(&key, NULL);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
