// SPDX-License-Identifier: MIT
/* A pointer that travels as an integer. */
#include <pthread.h>
#include <stdint.h>

static int target;
static int decoy;

static void *hidden(void *arg)
{
	uintptr_t address = (uintptr_t)arg;
	int *p = (int *)(address ^ 0);

	(*p)++; // NORACE
	return NULL;
}

static void *open(void *arg)
{
	decoy++; // NORACE
	return arg;
}

int main(void)
{
	uintptr_t handle = (uintptr_t)&target;
	pthread_t first, second;

	pthread_create(&first, NULL, hidden, (void *)handle);
	pthread_create(&second, NULL, open, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
