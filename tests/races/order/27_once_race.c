// SPDX-License-Identifier: MIT
/* Initialised by pthread_once, read by whoever has passed it. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[4];

static void fill(void)
{
	int i;

	for (i = 0; i < 4; i++)
		table[i] = i * i; // RACE
}

static void *worker(void *arg)
{
	int early = table[3]; // RACE

	pthread_once(&once, fill);
	if (early)
		return arg;
	return table[3] == 9 ? NULL : arg; // NORACE
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
