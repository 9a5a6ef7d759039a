// SPDX-License-Identifier: MIT
/* main calls the same helper before the child is created and after it was joined. The
 * child waits for what it has created. */
#include <pthread.h>

static int total;
static int of_child;

static void add(int *to)
{
	(*to)++; // NORACE
}

static void *grandchild(void *arg)
{
	add(&total);
	return arg;
}

static void *child(void *arg)
{
	pthread_t t;

	add(&of_child);
	pthread_create(&t, NULL, grandchild, NULL);
	pthread_join(t, NULL);
	return arg;
}

int main(void)
{
	pthread_t t;

	add(&total);
	add(&of_child);
	pthread_create(&t, NULL, child, NULL);
	pthread_join(t, NULL);
	add(&of_child);
	add(&total);
	return 0;
}
