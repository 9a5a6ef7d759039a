// SPDX-License-Identifier: MIT
/* Threads that could be created are counted in a variable of their own, beside the index: it is equal to it. Where no
 * writer was tried it is zero, and none is to be joined. */
#include <pthread.h>
#include <stdlib.h>

static long reads[64], writes[64];

static void *reader(void *p)
{
	++*(long *)p; // NORACE
	return NULL;
}

static void *writer(void *p)
{
	++*(long *)p; // NORACE
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 8, readers = 0, writers = 0, i;
	pthread_t *r = calloc(n, sizeof(*r)), *w = calloc(n, sizeof(*w));
	long sum = 0;

	if (!r || !w)
		return 1;
	for (i = 0; i < n; i++) {
		if (pthread_create(&r[i], NULL, reader, &reads[i]))
			goto join;
		readers++;
	}
	for (i = 0; i < n; i++) {
		if (pthread_create(&w[i], NULL, writer, &writes[i]))
			goto join;
		writers++;
	}
join:
	for (i = 0; i < readers; i++)
		pthread_join(r[i], NULL);
	for (i = 0; i < writers; i++)
		pthread_join(w[i], NULL);
	for (i = 0; i < n; i++)
		sum += reads[i] + writes[i]; // NORACE
	return sum > 0;
}
