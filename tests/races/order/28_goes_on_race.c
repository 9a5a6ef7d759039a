// SPDX-License-Identifier: MIT
// Who has said that it is done goes on, and does it once more without waiting for anybody: in a loop, by the same
// helper, or round after round.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static atomic_int flag;
static sem_t posted;
static struct {
	int sum, rounds, level, last;
} box;

static void add(int n)
{
	box.sum += n;	// RACE
}

static void *by_helper(void *arg)
{
	add(1);
	atomic_store(&flag, 1);
	if (arg)
		add(2);
	return NULL;
}

static void *by_loop(void *arg)
{
	for (int i = 0; i < 5; i++) {
		box.rounds = i;	// RACE
		pthread_mutex_lock(&m);
		ready = 1;
		pthread_cond_signal(&changed);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *by_semaphore(void *arg)
{
	int n = 0;

again:
	box.level++;	// RACE
	sem_post(&posted);
	if (++n < 3)
		goto again;
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t[3];

	(void)argc;
	sem_init(&posted, 0, 0);
	pthread_create(&t[0], NULL, by_helper, argv);
	pthread_create(&t[1], NULL, by_loop, NULL);
	pthread_create(&t[2], NULL, by_semaphore, NULL);
	while (!atomic_load(&flag))
		;
	box.sum++;	// RACE
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&changed, &m);
	pthread_mutex_unlock(&m);
	box.rounds++;	// RACE
	sem_wait(&posted);
	box.level++;	// RACE
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return box.sum + box.rounds + box.level;
}
