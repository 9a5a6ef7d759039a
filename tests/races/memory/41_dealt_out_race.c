// SPDX-License-Identifier: MIT
// More threads than objects: which one each is given is computed from its number, so some get the same.
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 6, FEW = 3 };

struct account {
	int sum, left, bits;
};

struct job {
	struct account *account;
	int id;
};

static struct account *accounts[FEW];
static struct job jobs[THREADS];

static void *by_argument(void *arg)
{
	struct account *a = arg;

	a->sum++;	// RACE
	return NULL;
}

static void *by_member(void *arg)
{
	struct job *j = arg;

	j->account->left += j->id;	// RACE
	return NULL;
}

static void *by_own_job(void *arg)
{
	struct job *j = arg;

	j->account->bits |= j->id;	// RACE
	free(j);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS], u[THREADS], v[THREADS];
	struct account *others[FEW];

	for (int i = 0; i < FEW; i++) {
		accounts[i] = calloc(1, sizeof(*accounts[i]));
		others[i] = calloc(1, sizeof(*others[i]));
	}
	for (int i = 0; i < THREADS; i++) {
		struct job *j = malloc(sizeof(*j));

		if (!j)
			abort();
		jobs[i].account = accounts[i % FEW];
		jobs[i].id = i;
		j->account = others[i / 2];
		j->id = i;
		pthread_create(&t[i], NULL, by_argument, accounts[i & 1]);
		pthread_create(&u[i], NULL, by_member, &jobs[i]);
		pthread_create(&v[i], NULL, by_own_job, j);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(t[i], NULL);
		pthread_join(u[i], NULL);
		pthread_join(v[i], NULL);
	}
	return 0;
}
