// SPDX-License-Identifier: MIT
/* Creations and joins are under the same test, but it has another answer the second time: the
 * flag is changed in the loop around both, or by the thread itself, with a mutex held. */
#include <pthread.h>
#include <stdatomic.h>

enum { N = 4 };

struct worker {
	pthread_t id;
	int busy;
};

static int wanted[N], chosen[N];
static int seen[N], done[N];
static atomic_int total;
static pthread_t id[N], other[N];
static struct worker crew[N];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *arg)
{
	*(int *)arg = 1; // RACE
	return NULL;
}

static void *work(void *arg)
{
	struct worker *w = arg;

	pthread_mutex_lock(&mutex);
	w->busy = 0; // NORACE
	pthread_mutex_unlock(&mutex);
	total++; // RACE
	return NULL;
}

/* Those of the round before are joined first, with the test of now. */
static void rounds(void)
{
	for (int r = 0; r < 3; r++) {
		for (int i = 0; i < N; i++)
			if (wanted[i])
				pthread_join(id[i], NULL);
		for (int i = 0; i < N; i++)
			seen[i] = 0; // RACE
		wanted[r] = !wanted[r];
		for (int i = 0; i < N; i++)
			if (wanted[i])
				pthread_create(&id[i], NULL, set, &seen[i]);
		wanted[0] = 0;
	}
}

/* A round may end before it joins. */
static void skip(int argc)
{
	for (int r = 0; r < 3; r++) {
		chosen[r] = r == 0;
		if (r < argc) {
			for (int i = 0; i < N; i++)
				if (chosen[i])
					pthread_create(&other[i], NULL, set, &done[i]);
			continue;
		}
		for (int i = 0; i < N; i++)
			if (chosen[i])
				pthread_join(other[i], NULL);
		for (int i = 0; i < N; i++)
			done[i] = 0; // RACE
	}
}

int main(int argc, char **argv)
{
	(void)argv;
	rounds();
	skip(argc);
	pthread_mutex_lock(&mutex);
	for (int i = 0; i < N; i++) {
		crew[i].busy = 1; // NORACE
		pthread_create(&crew[i].id, NULL, work, &crew[i]);
	}
	pthread_mutex_unlock(&mutex);
	for (int i = 0; i < N; i++) {
		pthread_mutex_lock(&mutex);
		int busy = crew[i].busy; // NORACE
		pthread_mutex_unlock(&mutex);
		if (busy)
			pthread_join(crew[i].id, NULL);
	}
	*(int *)&total = 0; // RACE
	return 0;
}
