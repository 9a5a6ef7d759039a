// SPDX-License-Identifier: MIT
/* A switch whose cases must all keep the lock. */
#include <pthread.h>

enum op { OP_GET, OP_PUT, OP_CLEAR };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int slot, operations;

static int perform(enum op op, int value)
{
	int result = 0;

	pthread_mutex_lock(&m);
	switch (op) {
	case OP_GET:
		result = slot; // NORACE
		break;
	case OP_PUT:
		slot = value; // NORACE
		break;
	case OP_CLEAR:
		slot = 0; // NORACE
		break;
	}
	operations++; // NORACE
	pthread_mutex_unlock(&m);
	return result;
}

static void *client(void *arg)
{
	perform(OP_PUT, 3);
	perform(OP_GET, 0);
	perform(OP_CLEAR, 0);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, client, NULL);
	pthread_create(&second, NULL, client, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
