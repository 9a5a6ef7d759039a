// SPDX-License-Identifier: MIT
/* Ids that are zero are of threads that were never created. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define MOST 8

struct pool {
	pthread_mutex_t lock;
	int done;
	pthread_t ids[MOST];
};

static int total;
static pthread_t ids[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock);
	p->done++; // NORACE
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static void *add(void *arg)
{
	pthread_mutex_lock(&lock);
	total++; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static int in_struct(void)
{
	struct pool p;
	int i;

	memset(&p, 0, sizeof(p));
	pthread_mutex_init(&p.lock, NULL);
	for (i = 0; i < MOST; i++)
		if (pthread_create(&p.ids[i], NULL, work, &p) != 0)
			break;
	for (i = 0; i < MOST; i++) {
		if (p.ids[i] == (pthread_t)0)
			continue;
		pthread_join(p.ids[i], NULL);
	}
	return p.done; // NORACE
}

int main(void)
{
	int i;

	for (i = 0; i < MOST; i++)
		pthread_create(&ids[i], NULL, add, NULL);
	for (i = 0; i < MOST; i++) {
		if (ids[i]) {
			pthread_join(ids[i], NULL);
			ids[i] = 0;
		}
	}
	printf("%d\n", total); // NORACE
	return in_struct();
}
