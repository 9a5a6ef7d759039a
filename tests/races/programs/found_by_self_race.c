/* SPDX-License-Identifier: MIT */
/* As found_by_self_safe.c, but the entry is the first that is used. */
#include <pthread.h>

enum { THREADS = 4 };
struct entry {
	pthread_t id;
	int used, depth;
};

static struct entry table[THREADS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enlist(void)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < THREADS; i++)
		if (!table[i].used) {
			table[i].used = 1;
			table[i].id = pthread_self();
			break;
		}
	pthread_mutex_unlock(&lock);
}

static struct entry *find(void)
{
	struct entry *found = NULL;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < THREADS && !found; i++)
		if (table[i].used)
			found = &table[i];
	pthread_mutex_unlock(&lock);
	return found;
}

static void *work(void *arg)
{
	enlist();
	find()->depth++; // RACE
	return arg;
}

int main(void)
{
	pthread_t ids[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, work, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return table[0].depth;
}
