// SPDX-License-Identifier: MIT
/* qsort reads and writes the array, and calls back into the program. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int numbers[4] = { 3, 1, 4, 2 };

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b; // NORACE
}

static void *sorter(void *arg)
{
	pthread_mutex_lock(&m);
	qsort(numbers, 4, sizeof(numbers[0]), compare); // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void *writer(void *arg)
{
	pthread_mutex_lock(&m);
	numbers[2] = 0; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, sorter, NULL);
	pthread_create(&second, NULL, writer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
