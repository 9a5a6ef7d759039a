// SPDX-License-Identifier: MIT
#include "counter.h"

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, handle, NULL);
	pthread_create(&second, NULL, report, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return counter_get(&requests) != 1;
}
