// SPDX-License-Identifier: MIT
/* The older __sync builtins, with a plain read on the other side in the twin. */
#include <pthread.h>

struct ring {
	unsigned head, tail;
};

static struct ring ring;

static void *push(void *arg)
{
	__sync_fetch_and_add(&ring.head, 1); // NORACE
	return arg;
}

static void *observe(void *arg)
{
	unsigned head = __sync_fetch_and_add(&ring.head, 0); // NORACE

	ring.tail = head; // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, push, NULL);
	pthread_create(&second, NULL, observe, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
