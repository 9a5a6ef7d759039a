// SPDX-License-Identifier: MIT
/* What the second round finds out, the first one after its thread was created, the first one
 * of a loop that is entered again, and one that is not the first although the index is what it
 * was there. */
#include <pthread.h>

#define N 4

static int second, after, again, around;
static int sums[N];

static void *work(void *arg)
{
	int *sum = arg;

	*sum = second + after + again + around; // RACE
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < N; i++) {
			if (i == 0)
				again = argc; // RACE
			if (i == 1)
				second = argc; // RACE
			pthread_create(&id, NULL, work, &sums[i]);
			if (i == 0)
				after = argc; // RACE
		}
	}
	for (unsigned int i = 0; i != 5; i += 1u << 30) {
		if (i == 0)
			around++; // RACE
		pthread_create(&id, NULL, work, &sums[0]);
		if (around > argc)
			break;
	}
	pthread_exit(NULL);
}
