// SPDX-License-Identifier: MIT
/* A thread creates a thread and waits for it; who waits for the first has waited
 * for both. The twin does not wait inside. */
#include <pthread.h>
#include <stddef.h>

static int leaf;
static pthread_t grandchild_id;

static void *grandchild(void *arg)
{
	leaf++; // RACE
	return arg;
}

static void *child(void *arg)
{

	pthread_create(&grandchild_id, NULL, grandchild, NULL);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, child, NULL);
	pthread_join(t, NULL);
	leaf++; // RACE
	pthread_join(grandchild_id, NULL);
	return 0;
}
