// SPDX-License-Identifier: MIT
/* Who makes the object has set the flag that is waited for. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
	pthread_mutex_t m;
	pthread_cond_t c;
	int done, result;
};

struct task {
	int result;
	atomic_int done;
};

static void *work(void *arg)
{
	struct job *j = arg;
	j->result = 1; // FN low: the flag may order them
	pthread_mutex_lock(&j->m);
	j->done = 1;
	pthread_cond_signal(&j->c);
	pthread_mutex_unlock(&j->m);
	return NULL;
}

static void *run(void *arg)
{
	struct task *t = arg;
	t->result = 1; // FN low: the flag may order them
	atomic_store(&t->done, 1);
	return NULL;
}

static struct job *job_new(void)
{
	struct job *j = calloc(1, sizeof *j);
	pthread_mutex_init(&j->m, NULL);
	pthread_cond_init(&j->c, NULL);
	j->done = 1;
	return j;
}

static struct task *task_alloc(void)
{
	return calloc(1, sizeof(struct task));
}

static struct task *task_new(void)
{
	struct task *t = task_alloc();
	t->done = 1;
	return t;
}

int main(void)
{
	pthread_t a, b;
	struct job *j = job_new();
	struct task *t = task_new();

	pthread_create(&a, NULL, work, j);
	pthread_create(&b, NULL, run, t);
	pthread_mutex_lock(&j->m);
	while (!j->done)
		pthread_cond_wait(&j->c, &j->m);
	pthread_mutex_unlock(&j->m);
	j->result++; // FN low: the flag may order them
	while (!atomic_load(&t->done))
		;
	t->result++; // FN low: the flag may order them
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
