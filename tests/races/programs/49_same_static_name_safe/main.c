// SPDX-License-Identifier: MIT
#include <pthread.h>
#include "shared.h"

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, first_thread, NULL);
	pthread_create(&second, NULL, second_thread, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
