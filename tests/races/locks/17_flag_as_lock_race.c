// SPDX-License-Identifier: MIT
/* As 17_flag_as_lock_safe.c; each breaks one premise: taken without a look, freed too early, freed by who
 * does not have it, touched by who does not take it, looked for in one critical section and taken in
 * another, looked for without the lock. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t freed = PTHREAD_COND_INITIALIZER;
static int unseen_busy, unseen;
static int early_busy, early;
static int alien_busy, alien;
static int idle_busy, idle;
static int late_busy, late;
static int bare_busy, bare;

static void take(int *busy)
{
	pthread_mutex_lock(&m);
	while (*busy)
		pthread_cond_wait(&freed, &m);
	*busy = 1;
	pthread_mutex_unlock(&m);
}

static void take_unseen(void)
{
	pthread_mutex_lock(&m);
	while (unseen_busy > 5)
		pthread_cond_wait(&freed, &m);
	unseen_busy = 1;
	pthread_mutex_unlock(&m);
}

static void give_unseen(void)
{
	pthread_mutex_lock(&m);
	unseen_busy = 0;
	pthread_cond_signal(&freed);
	pthread_mutex_unlock(&m);
}

static void *takes_unseen(void *arg)
{
	take_unseen();
	unseen++; // RACE
	give_unseen();
	return arg;
}

static void *frees_early(void *arg)
{
	pthread_mutex_lock(&m);
	while (early_busy)
		pthread_cond_wait(&freed, &m);
	early_busy = 1;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	early_busy = 0;
	pthread_cond_signal(&freed);
	pthread_mutex_unlock(&m);
	early++; // RACE
	return arg;
}

static void *frees_others(void *arg)
{
	pthread_mutex_lock(&m);
	while (alien_busy)
		pthread_cond_wait(&freed, &m);
	alien_busy = 1;
	pthread_mutex_unlock(&m);
	alien++; // RACE
	pthread_mutex_lock(&m);
	alien_busy = 0;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *takes_late(void *arg)
{
	pthread_mutex_lock(&m);
	while (late_busy)
		pthread_cond_wait(&freed, &m);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	late_busy = 1;
	pthread_mutex_unlock(&m);
	late++; // RACE
	pthread_mutex_lock(&m);
	late_busy = 0;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *looks_bare(void *arg)
{
	while (bare_busy) // RACE
		;
	pthread_mutex_lock(&m);
	bare_busy = 1; // RACE
	pthread_mutex_unlock(&m);
	bare++; // RACE
	pthread_mutex_lock(&m);
	bare_busy = 0; // RACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void *waits(void *arg)
{
	take(&idle_busy);
	idle++; // RACE
	pthread_mutex_lock(&m);
	idle_busy = 0;
	pthread_cond_signal(&freed);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	void *(*all[])(void *) = {takes_unseen, frees_early, frees_others, takes_late, looks_bare};
	pthread_t id;

	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 5; k++)
			pthread_create(&id, NULL, all[k], NULL);
	pthread_create(&id, NULL, waits, NULL);
	idle = 0; // RACE
	pthread_mutex_lock(&m);
	alien_busy = 0;
	pthread_mutex_unlock(&m);
	pthread_exit(NULL);
}
