// SPDX-License-Identifier: MIT
/* Jobs are handed to workers through a list under a lock. Who takes one out has it to
 * himself until he says under the lock that it is done. */
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>

struct job { struct job *next; int done; int result; int arg; };
static struct job *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void push(struct job *j)
{
	pthread_mutex_lock(&m);
	j->next = head;
	head = j;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}
static void *worker(void *x)
{
	for (;;) {
		struct job *j;

		pthread_mutex_lock(&m);
		while (!head)
			pthread_cond_wait(&c, &m);
		j = head;
		head = j->next;
		pthread_mutex_unlock(&m);
		j->result = j->arg * 2; // NORACE
		pthread_mutex_lock(&m);
		j->done = 1; // NORACE
		pthread_cond_broadcast(&c);
		pthread_mutex_unlock(&m);
	}
	return x;
}
static struct job *job_new(int arg)
{
	struct job *j = malloc(sizeof(*j));
	j->arg = arg;
	j->done = 0;
	return j;
}
static void submit_quit(void)
{
	struct job *j = calloc(1, sizeof(*j));
	push(j);
}
int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	struct job *a = job_new(1);
	push(a);
	pthread_mutex_lock(&m);
	while (!a->done) // NORACE
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	printf("%d\n", a->result); // NORACE
	submit_quit();
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
