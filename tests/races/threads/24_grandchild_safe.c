// SPDX-License-Identifier: MIT
/* A thread creates a thread and waits for it; who waits for the first has waited
 * for both. The twin does not wait inside. */
#include <pthread.h>
#include <stddef.h>

static int leaf;

static void *grandchild(void *arg)
{
	leaf++; // NORACE
	return arg;
}

static void *child(void *arg)
{
	pthread_t grandchild_id;

	pthread_create(&grandchild_id, NULL, grandchild, NULL);
	pthread_join(grandchild_id, NULL);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, child, NULL);
	pthread_join(t, NULL);
	leaf++; // NORACE
	return 0;
}
