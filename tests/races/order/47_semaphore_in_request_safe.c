// SPDX-License-Identifier: MIT
/* One shot: the semaphore in the request orders answer and reading. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct req { sem_t done; int in, out; struct req *next; };
static struct req *q;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t avail;
static void *srv(void *a)
{
	for (int i = 0; i < 6; i++) {
		struct req *r;
		sem_wait(&avail);
		pthread_mutex_lock(&m);
		r = q;
		q = r->next; // NORACE
		pthread_mutex_unlock(&m);
		r->out = r->in + 1; // NORACE
		sem_post(&r->done);
	}
	return 0;
}
static int call(int v)
{
	struct req *r = malloc(sizeof *r);
	int o;
	sem_init(&r->done, 0, 0);
	r->in = v;
	pthread_mutex_lock(&m);
	r->next = q;
	q = r;
	pthread_mutex_unlock(&m);
	sem_post(&avail);
	sem_wait(&r->done);
	o = r->out; // NORACE
	free(r); // NORACE
	return o;
}
static void *cl(void *a) { for (int i = 0; i < 3; i++) call(i); return 0; }
int main(void)
{
	pthread_t t[3];
	sem_init(&avail, 0, 0);
	pthread_create(&t[0], 0, srv, 0);
	pthread_create(&t[1], 0, cl, 0);
	pthread_create(&t[2], 0, cl, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
