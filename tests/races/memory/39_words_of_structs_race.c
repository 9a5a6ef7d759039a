// SPDX-License-Identifier: MIT
/* Structs of zeros are filled word by word, two members at once, in a loop. */
#include <pthread.h>
#include <stdlib.h>

struct pair {
	int n, on;
};

static const long words[4] = {0, 0, 1L << 32, 0};
static int total;

static void *worker(void *arg)
{
	struct pair *v = calloc(4, sizeof(*v));

	for (int i = 0; i < 4; i++)
		((long *)v)[i] = words[i];
	if (v[2].on)
		total++; // RACE
	free(v);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
