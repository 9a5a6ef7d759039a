// Locks in a table of pointers, made after another thread has begun, but before those who use them.
#include <pthread.h>
#include <stdlib.h>

enum { LOCK_LIST, LOCK_STATS, LOCKS };

static pthread_mutex_t *locks[LOCKS];
static int length, hits, seconds;

static void *tick(void *arg)
{
	(void)arg;
	__atomic_fetch_add(&seconds, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

static void make_locks(void)
{
	for (int i = 0; i < LOCKS; i++) {
		locks[i] = malloc(sizeof *locks[i]); // NORACE
		pthread_mutex_init(locks[i], NULL);
	}
}

static void count(void)
{
	pthread_mutex_lock(locks[LOCK_STATS]);
	hits++; // NORACE
	pthread_mutex_unlock(locks[LOCK_STATS]);
}

static void *work(void *arg)
{
	(void)arg;
	pthread_mutex_lock(locks[LOCK_LIST]);
	length++; // NORACE
	pthread_mutex_unlock(locks[LOCK_LIST]);
	count();
	return NULL;
}

static void clear(void)
{
	pthread_mutex_lock(locks[LOCK_LIST]);
	length = 0; // NORACE
	pthread_mutex_unlock(locks[LOCK_LIST]);
	count();
}

int main(void)
{
	pthread_t clock, id[2];

	pthread_create(&clock, NULL, tick, NULL);
	make_locks();
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	clear();
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return hits; // NORACE
}
