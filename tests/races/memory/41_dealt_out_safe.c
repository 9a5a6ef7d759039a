// SPDX-License-Identifier: MIT
// As 41_dealt_out_race.c, with as many objects as threads.
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4, ENOUGH = 8 };

struct account {
	int sum, left;
};

struct job {
	struct account *account;
	int id;
};

static struct account *accounts[ENOUGH];

static void *by_argument(void *arg)
{
	struct account *a = arg;

	a->sum++;	// NORACE
	return NULL;
}

static void *by_own_job(void *arg)
{
	struct job *j = arg;

	j->account->left += j->id;	// NORACE
	free(j);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS], u[THREADS];

	for (int i = 0; i < ENOUGH; i++)
		accounts[i] = calloc(1, sizeof(*accounts[i]));
	for (int i = 0; i < THREADS; i++) {
		struct job *j = malloc(sizeof(*j));

		if (!j)
			abort();
		j->account = accounts[i % ENOUGH];
		j->id = i;
		pthread_create(&t[i], NULL, by_argument, accounts[i]);
		pthread_create(&u[i], NULL, by_own_job, j);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(t[i], NULL);
		pthread_join(u[i], NULL);
	}
	return 0;
}
