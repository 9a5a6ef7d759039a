// SPDX-License-Identifier: MIT
/* Each worker adds into its own struct; the totals are summed after the joins. */
#include <pthread.h>
#include <stdlib.h>

struct totals {
	long bytes;
	long packets;
};

struct worker {
	pthread_t thread;
	struct totals mine;
	int rounds;
};

static struct totals all;

static void account(struct totals *t, long bytes)
{
	t->bytes += bytes; // NORACE
	t->packets++; // NORACE
}

static void *work(void *arg)
{
	struct worker *w = arg;
	int i;

	for (i = 0; i < w->rounds; i++) // NORACE
		account(&w->mine, i);
	return NULL;
}

int main(void)
{
	int i, n = 3;
	struct worker *workers = calloc((size_t)n, sizeof(*workers));

	for (i = 0; i < n; i++) {
		workers[i].rounds = 10 + i; // NORACE
		pthread_create(&workers[i].thread, NULL, work, &workers[i]);
	}
	for (i = 0; i < n; i++) {
		pthread_join(workers[i].thread, NULL);
		all.bytes += workers[i].mine.bytes; // NORACE
		all.packets += workers[i].mine.packets; // NORACE
	}
	free(workers);
	return all.packets == 0;
}
