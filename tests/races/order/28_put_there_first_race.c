// SPDX-License-Identifier: MIT
/* What main has put there before there were threads, without the lock, is found under the lock: one uses
 * what the other has taken out and frees. */
#include <pthread.h>
#include <stdlib.h>
struct job { int x; };
static struct job *job;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *w1(void *p)
{
	pthread_mutex_lock(&m);
	struct job *j = job;
	pthread_mutex_unlock(&m);
	if (j)
		j->x++; // RACE
	return p;
}

static void *w2(void *p)
{
	pthread_mutex_lock(&m);
	struct job *j = job;
	job = 0;
	pthread_mutex_unlock(&m);
	free(j); // RACE
	return p;
}

int main(void)
{
	pthread_t a, b;

	job = calloc(1, sizeof(*job));
	pthread_create(&a, NULL, w1, NULL);
	pthread_create(&b, NULL, w2, NULL);
	return 0;
}
