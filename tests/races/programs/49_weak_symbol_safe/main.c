// SPDX-License-Identifier: MIT
#include <pthread.h>
#include "hooks.h"

static void *source(void *arg)
{
	on_event();
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, source, NULL);
	pthread_create(&second, NULL, source, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
