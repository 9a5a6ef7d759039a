// SPDX-License-Identifier: MIT
/* Thread arguments and results, thread-specific data with two keys, and what
 * stays private. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int *input;
	struct job *next;
};

static pthread_key_t job_key, name_key;
static int input;
static char name[8];
static _Thread_local struct job *current;

static void destroy(void *value)
{
	free(value);
}

static void *worker(void *arg)
{
	struct job *j = arg, *own = malloc(sizeof(*own));

	own->input = NULL;
	current = own;
	pthread_setspecific(job_key, j);
	pthread_setspecific(name_key, name);
	j->next = pthread_getspecific(job_key);
	return pthread_getspecific(name_key);
}

int main(void)
{
	pthread_t t;
	struct job *j = malloc(sizeof(*j)), *mine = malloc(sizeof(*mine));
	void *result;

	j->input = &input;
	mine->input = &input;
	pthread_key_create(&job_key, destroy);
	pthread_key_create(&name_key, NULL);
	pthread_create(&t, NULL, worker, j);
	pthread_join(t, &result);
	free(mine);
	return *(char *)result;
}
