// SPDX-License-Identifier: MIT
/* Jobs are handed to workers through a list under a lock. Who takes one out has it to
 * himself; but the one who made it still has a pointer to it,
 * and looks for its result without any lock. */
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>

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
static struct job *pop(void)
{
	pthread_mutex_lock(&m);
	while (!head)
		pthread_cond_wait(&c, &m);
	struct job *j = head;
	head = j->next;
	pthread_mutex_unlock(&m);
	return j;
}
static void *worker(void *x)
{
	for (;;) {
		struct job *j = pop();
		j->result = j->arg * 2; // RACE
		j->done = 1; // RACE
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
	while (!a->done) // RACE
		usleep(10);
	printf("%d\n", a->result); // RACE
	submit_quit();
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
