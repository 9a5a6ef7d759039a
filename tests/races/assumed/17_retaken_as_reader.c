// SPDX-License-Identifier: MIT
/* On one way through the helper, the write lock of the caller is given up and taken again
 * for reading. There are so many ways, with other locks, that they are not told apart. */
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t disk_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t net_lock = PTHREAD_MUTEX_INITIALIZER;
static int entries;

static void upkeep(int log, int disk, int net, int again)
{
	if (log)
		pthread_mutex_lock(&log_lock);
	if (disk)
		pthread_mutex_lock(&disk_lock);
	if (net)
		pthread_mutex_lock(&net_lock);
	if (again) {
		pthread_rwlock_unlock(&table);
		pthread_rwlock_rdlock(&table);
	}
	if (net)
		pthread_mutex_unlock(&net_lock);
	if (disk)
		pthread_mutex_unlock(&disk_lock);
	if (log)
		pthread_mutex_unlock(&log_lock);
}

static void *work(void *arg)
{
	int *how = arg;

	pthread_rwlock_wrlock(&table);
	upkeep(how[0], how[1], how[2], how[3]);
	entries++; // FN 17: taken for the write lock that the caller had
	pthread_rwlock_unlock(&table);
	return NULL;
}

int main(void)
{
	static int how[4] = {0, 0, 0, 1};
	pthread_t a, b;

	pthread_create(&a, NULL, work, how);
	pthread_create(&b, NULL, work, how);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return entries;
}
