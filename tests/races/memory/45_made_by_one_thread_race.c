// SPDX-License-Identifier: MIT
// What a thread has allocated that there is once is one object: who gets it as the thread's result has the
// one that others found where it was put.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct result {
	int n;
};

static struct result *_Atomic kept;

static void *maker(void *arg)
{
	struct result *r = calloc(1, sizeof(*r));

	(void)arg;
	atomic_store(&kept, r);
	return r;
}

static void *user(void *arg)
{
	struct result *r = atomic_load(&kept);

	if (r)
		r->n++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;
	void *p;
	struct result *r;

	pthread_create(&a, NULL, maker, NULL);
	pthread_create(&b, NULL, user, NULL);
	pthread_join(a, &p);
	r = p;
	r->n = 7; // RACE
	pthread_join(b, NULL);
	return 0;
}
