// SPDX-License-Identifier: MIT
/* The flag has high confidence, what it stands for medium. */
#include <pthread.h>

static int ready, size, table[8];

static void fill(void)
{
	for (int i = 0; i < 8; i++)
		table[i] = i * size;
}

static int get(int i)
{
	if (!ready) {
		size = 3;
		fill();
		ready = 1;
	}
	return table[i];
}

static void *work(void *arg)
{
	get(1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	get(2);
	pthread_join(t, NULL);
	return 0;
}
