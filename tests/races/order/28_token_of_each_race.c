// SPDX-License-Identifier: MIT
// Each has the flag of its own object, and they meet in what is there once.
#include <pthread.h>
#include <stdlib.h>
struct conn { pthread_mutex_t m; pthread_cond_t c; int busy; };
static long bytes;
static void take(struct conn *k)
{
	pthread_mutex_lock(&k->m);
	while (k->busy)
		pthread_cond_wait(&k->c, &k->m);
	k->busy = 1;
	pthread_mutex_unlock(&k->m);
}
static void drop(struct conn *k)
{
	pthread_mutex_lock(&k->m);
	k->busy = 0;
	pthread_cond_signal(&k->c);
	pthread_mutex_unlock(&k->m);
}
static void *worker(void *arg)
{
	take(arg);
	bytes++; // RACE
	drop(arg);
	return NULL;
}
static struct conn *make(void)
{
	struct conn *k = calloc(1, sizeof *k);
	pthread_mutex_init(&k->m, NULL);
	pthread_cond_init(&k->c, NULL);
	return k;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, make());
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
