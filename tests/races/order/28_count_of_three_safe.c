// SPDX-License-Identifier: MIT
// As 28_count_of_three_race.c: who waits or looks does so for all of them.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

enum { WORKERS = 3 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done, a[WORKERS], b[WORKERS], c[WORKERS], sum;
static atomic_int left = WORKERS;
static sem_t posted;

static void *count_up(void *arg)
{
	a[(long)arg] = 1;	// NORACE
	pthread_mutex_lock(&m);
	done++;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *count_down(void *arg)
{
	b[(long)arg] = 1;	// NORACE
	if (atomic_fetch_sub(&left, 1) == 1)
		sum = b[0] + b[1] + b[2];	// NORACE
	return NULL;
}

static void *post(void *arg)
{
	c[(long)arg] = 1;	// NORACE
	sem_post(&posted);
	return NULL;
}

int main(void)
{
	pthread_t t[WORKERS], u[WORKERS], v[WORKERS];

	sem_init(&posted, 0, 0);
	for (long i = 0; i < WORKERS; i++) {
		pthread_create(&t[i], NULL, count_up, (void *)i);
		pthread_create(&u[i], NULL, count_down, (void *)i);
		pthread_create(&v[i], NULL, post, (void *)i);
	}
	pthread_mutex_lock(&m);
	while (done < WORKERS)
		pthread_cond_wait(&changed, &m);
	pthread_mutex_unlock(&m);
	int all = a[0] + a[1] + a[2];	// NORACE
	sem_wait(&posted);
	sem_wait(&posted);
	sem_wait(&posted);
	all += c[0] + c[1] + c[2];	// NORACE
	for (int i = 0; i < WORKERS; i++) {
		pthread_join(t[i], NULL);
		pthread_join(u[i], NULL);
		pthread_join(v[i], NULL);
	}
	return all + sum;
}
