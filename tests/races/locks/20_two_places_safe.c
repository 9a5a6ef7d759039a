// SPDX-License-Identifier: MIT
// RUN: --all
/* An object that is made and put in one place, taken out, and put in another one, is in one place
 * at a time. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int in_list, in_stack, in_slot, by_helper;
	struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *todo, *done, *stack[8], *slot;
static int count;

static struct job *pop(struct job **list)
{
	struct job *j = *list;

	if (j)
		*list = j->next;
	return j;
}

static void push(struct job **list, struct job *j)
{
	j->next = *list;
	*list = j;
}

static void *work(void *arg)
{
	for (;;) {
		struct job *j;

		pthread_mutex_lock(&lock);
		j = pop(&todo);
		pthread_mutex_unlock(&lock);
		if (!j)
			return arg;
		j->in_list++; // NORACE
		j->by_helper++; // NORACE
		pthread_mutex_lock(&lock);
		if (arg)
			push(&done, j);
		else
			push(&todo, j);
		pthread_mutex_unlock(&lock);
	}
}

static void *collect(void *arg)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = done;
	if (j)
		done = j->next;
	pthread_mutex_unlock(&lock);
	if (j)
		j->in_list = 0; // NORACE
	return arg;
}

static void *unstack(void *arg)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = count ? stack[--count] : NULL;
	for (int i = 0; i < count; i++)
		stack[i]->in_stack++; // NORACE
	pthread_mutex_unlock(&lock);
	if (j) {
		j->in_stack++; // NORACE
		pthread_mutex_lock(&lock);
		stack[count++] = j;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *exchange(void *arg)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = slot;
	slot = NULL;
	pthread_mutex_unlock(&lock);
	if (!j)
		return arg;
	j->in_slot++; // NORACE
	pthread_mutex_lock(&lock);
	slot = j;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < 4; i++) {
		push(&todo, calloc(1, sizeof(struct job)));
		stack[count++] = calloc(1, sizeof(struct job));
	}
	slot = calloc(1, sizeof(*slot));
	for (int i = 0; i < 2; i++) {
		pthread_create(&t, NULL, work, NULL);
		pthread_create(&t, NULL, work, &count);
		pthread_create(&t, NULL, collect, NULL);
		pthread_create(&t, NULL, unstack, NULL);
		pthread_create(&t, NULL, exchange, NULL);
	}
	pthread_exit(NULL);
}
