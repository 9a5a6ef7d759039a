// SPDX-License-Identifier: MIT
/* Another id is copied over that of the thread by a function that is called. */
#include <pthread.h>

struct worker {
	int number;
	pthread_t id;
};

static int n;

static void *count(void *arg)
{
	n++; // FN what a callee copies as a block is not looked at
	return arg;
}

static void *rest(void *arg)
{
	return arg;
}

static void copy(struct worker *to, const struct worker *from)
{
	*to = *from;
}

int main(void)
{
	struct worker one, two;

	pthread_create(&one.id, NULL, count, NULL);
	pthread_create(&two.id, NULL, rest, NULL);
	copy(&one, &two);
	pthread_join(one.id, NULL);
	n++; // FN likewise
	return 0;
}
