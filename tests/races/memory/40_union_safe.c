// SPDX-License-Identifier: MIT
/* Union members overlap. */
#include <pthread.h>

union number {
	int i;
	float f;
	unsigned char bytes[8];
};

static union number number;

static void *as_int(void *arg)
{
	number.i = 1; // NORACE
	return arg;
}

static void *as_float(void *arg)
{
	number.bytes[5] = 2; // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, as_int, NULL);
	pthread_create(&second, NULL, as_float, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
