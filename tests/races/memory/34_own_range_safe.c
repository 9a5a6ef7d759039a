// SPDX-License-Identifier: MIT
/* Each thread works on a range of the array; the twin's ranges overlap by one. */
#include <pthread.h>

#define LENGTH 8

struct range {
	int *begin, *end;
};

static int array[LENGTH + 1];

static void *increment(void *arg)
{
	struct range *r = arg;
	int *p;

	for (p = r->begin; p < r->end; p++) // NORACE
		(*p)++; // FP ranges given by begin and end are not told apart
	return NULL;
}

int main(void)
{
	struct range low = { array, array + LENGTH / 2 };
	struct range high = { array + LENGTH / 2, array + LENGTH };
	pthread_t first, second;

	pthread_create(&first, NULL, increment, &low);
	pthread_create(&second, NULL, increment, &high);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return array[0]; // NORACE
}
