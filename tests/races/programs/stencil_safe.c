// SPDX-License-Identifier: MIT
/* Heat in a bar: each thread has a part of the cells, two buffers take turns, and a
 * barrier ends every step. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 4
#define CELLS 400
#define STEPS 50

static double heat[2][CELLS];
static pthread_barrier_t barrier;

static void *worker(void *arg)
{
	long id = (long)arg;
	int begin = (int)id * (CELLS / THREADS);
	int end = begin + CELLS / THREADS;
	int step, i;

	for (step = 0; step < STEPS; step++) {
		const double *old = heat[step % 2];
		double *new = heat[(step + 1) % 2];

		for (i = begin; i < end; i++) {
			double left = i > 0 ? old[i - 1] : 0; // FP which of two buffers it is, and how many barriers were passed, are not brought together
			double right = i < CELLS - 1 ? old[i + 1] : 0; // FP which of two buffers it is, and how many barriers were passed, are not brought together

			new[i] = (left + 2 * old[i] + right) / 4; // FP which of two buffers it is, and how many barriers were passed, are not brought together
		}
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];
	long i;

	heat[0][CELLS / 2] = 1000; // NORACE
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, worker, (void *)i);
	for (i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	printf("%f\n", heat[0][0]); // NORACE
	pthread_barrier_destroy(&barrier);
	return 0;
}
