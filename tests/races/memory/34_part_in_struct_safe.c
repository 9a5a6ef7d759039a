// SPDX-License-Identifier: MIT
/* The bounds of each part come in the thread's own struct; the array is allocated. */
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4

struct job {
	int begin, end;
	long *out;
};

static int length = 1000;

static void *square(void *arg)
{
	struct job *j = arg;
	int i;

	for (i = j->begin; i < j->end; i++) // NORACE
		j->out[i] = (long)i * i; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];
	struct job jobs[THREADS];
	int part = length / THREADS;
	long *out = calloc((size_t)length, sizeof(*out));
	int i;

	for (i = 0; i < THREADS; i++) {
		jobs[i].begin = i * part; // NORACE
		jobs[i].end = i == THREADS - 1 ? length : (i + 1) * part; // NORACE
		jobs[i].out = out; // NORACE
		pthread_create(&ids[i], NULL, square, &jobs[i]);
	}
	for (i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	for (i = 0; i < length; i++)
		out[0] += out[i]; // NORACE
	i = out[0] < 0;
	free(out); // NORACE
	return i;
}
