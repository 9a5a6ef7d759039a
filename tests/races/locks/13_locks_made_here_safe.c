// The same, but the function that has made the locks uses one by itself.
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
	length++; // FP likewise
	pthread_mutex_unlock(locks[LOCK_LIST]);
	count();
	return NULL;
}

int main(void)
{
	pthread_t clock, id[2];

	pthread_create(&clock, NULL, tick, NULL);
	make_locks();
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	pthread_mutex_lock(locks[LOCK_LIST]);
	length = 0; // FP what a function loads after its own stores has no name that others have
	pthread_mutex_unlock(locks[LOCK_LIST]);
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return hits; // NORACE
}
