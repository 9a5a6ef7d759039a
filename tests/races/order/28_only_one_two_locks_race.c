// SPDX-License-Identifier: MIT
// The flag is tested and set under a lock, but not under the same.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int opened;
static pthread_mutex_t l1 = PTHREAD_MUTEX_INITIALIZER, l2 = PTHREAD_MUTEX_INITIALIZER;
static long data;
static int claim(pthread_mutex_t *m)
{
	int mine = 0;
	pthread_mutex_lock(m);
	if (atomic_load(&opened) == 0) {
		atomic_store(&opened, 1);
		mine = 1;
	}
	pthread_mutex_unlock(m);
	return mine;
}
static void *worker(void *arg)
{
	if (claim(arg))
		data++; // RACE
	return NULL;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, &l1);
	pthread_create(&b, NULL, worker, &l2);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
