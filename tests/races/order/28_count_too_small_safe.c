// SPDX-License-Identifier: MIT
/* As many are waited for as there are threads. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left = 2, done;
static int results[2], sums[3];

static void *one_of_two(void *arg)
{
	results[(long)arg] = 1; // NORACE
	atomic_fetch_sub(&left, 1);
	return NULL;
}

static void *one_of_three(void *arg)
{
	sums[(long)arg] = 1; // NORACE
	atomic_fetch_add(&done, 1);
	return NULL;
}

int main(void)
{
	pthread_t id[5];
	int sum;

	pthread_create(&id[0], NULL, one_of_two, (void *)0);
	pthread_create(&id[1], NULL, one_of_two, (void *)1);
	while (atomic_load(&left) > 0)
		;
	sum = results[0] + results[1]; // NORACE
	pthread_create(&id[2], NULL, one_of_three, (void *)0);
	pthread_create(&id[3], NULL, one_of_three, (void *)1);
	pthread_create(&id[4], NULL, one_of_three, (void *)2);
	while (atomic_load(&done) < 3)
		;
	sum += sums[0] + sums[1] + sums[2]; // NORACE
	for (int i = 0; i < 5; i++)
		pthread_join(id[i], NULL);
	return sum;
}
