// SPDX-License-Identifier: MIT
/* docs/soundness.md, 3: an unknown function changes what can be reached from its argument. */
#include <pthread.h>

struct outer {
	int *p;
};
extern void touch(struct outer *);

static int n;
static struct outer mine;

static void *one(void *arg)
{
	mine.p = &n;
	touch(&mine); // FN it may change n
	return arg;
}

static void *two(void *arg)
{
	n++; // FN soundness.md, 3
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
