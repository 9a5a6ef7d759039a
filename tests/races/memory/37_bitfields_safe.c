// SPDX-License-Identifier: MIT
/* Neighbouring bit-fields share one memory location; a zero width parts them. */
#include <pthread.h>

struct flags {
	unsigned ready : 1;
	unsigned : 0;
	unsigned failed : 1;
	int code;
};

static struct flags flags;

static void *set_ready(void *arg)
{
	flags.ready = 1; // NORACE
	return arg;
}

static void *set_failed(void *arg)
{
	flags.failed = 1; // NORACE
	flags.code = 5; // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, set_ready, NULL);
	pthread_create(&second, NULL, set_failed, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
