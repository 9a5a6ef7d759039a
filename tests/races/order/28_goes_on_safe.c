// SPDX-License-Identifier: MIT
// As 28_goes_on_race.c: it waits for the other one before it goes on, or does something else then.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, taken;
static atomic_int flag, stop;
static sem_t posted, back;
static struct {
	int sum, rounds, level, other;
} box;

static void add(int n)
{
	box.sum += n;	// NORACE
}

static void *by_helper(void *arg)
{
	add(1);
	add(2);
	atomic_store(&flag, 1);
	while (!atomic_load(&stop))
		box.other++;	// NORACE
	return arg;
}

static void *by_loop(void *arg)
{
	for (int i = 0; i < 5; i++) {
		box.rounds = i;	// NORACE
		pthread_mutex_lock(&m);
		ready = 1;
		pthread_cond_signal(&changed);
		while (!taken)
			pthread_cond_wait(&changed, &m);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *by_semaphore(void *arg)
{
	int n = 0;

again:
	box.level++;	// NORACE
	sem_post(&posted);
	if (++n < 3) {
		sem_wait(&back);
		goto again;
	}
	return arg;
}

int main(void)
{
	pthread_t t[3];

	sem_init(&posted, 0, 0);
	sem_init(&back, 0, 0);
	pthread_create(&t[0], NULL, by_helper, NULL);
	pthread_create(&t[1], NULL, by_loop, NULL);
	pthread_create(&t[2], NULL, by_semaphore, NULL);
	while (!atomic_load(&flag))
		;
	box.sum++;	// NORACE
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&changed, &m);
	pthread_mutex_unlock(&m);
	box.rounds++;	// NORACE
	pthread_mutex_lock(&m);
	taken = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&m);
	sem_wait(&posted);
	box.level++;	// NORACE
	sem_post(&back);
	atomic_store(&stop, 1);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return box.sum + box.rounds + box.level + box.other;
}
