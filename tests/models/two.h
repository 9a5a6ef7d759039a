/* SPDX-License-Identifier: MIT */
/* The main function of most programs here: two threads, both joined. */
#include <pthread.h>
#include <stddef.h>

#define TWO_THREADS(first, second)                           \
	int main(void)                                       \
	{                                                    \
		pthread_t one, two;                          \
		pthread_create(&one, NULL, first, NULL);     \
		pthread_create(&two, NULL, second, NULL);    \
		pthread_join(one, NULL);                     \
		pthread_join(two, NULL);                     \
		return 0;                                    \
	}
