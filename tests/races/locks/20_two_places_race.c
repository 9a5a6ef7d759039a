// SPDX-License-Identifier: MIT
// RUN: --all
/* Who takes an object out of a place under a lock has it to himself only if it is in no other place
 * (soundness.md, 20): each of these is in two. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int in_both, moved, stale, at_end, copied, by_helper;
	struct job *next, *other;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *first, *second, *stack[8], *shelf[8], *head, *tail, *bin[4], *left, *right;
static int count, shelved;

/* Once in each of two lists. */
static void *from_first(void *arg)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = first;
	if (j)
		first = j->next;
	pthread_mutex_unlock(&lock);
	if (j)
		j->in_both = 1; // RACE
	return arg;
}

static void *from_second(void *arg)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = second;
	if (j)
		second = j->other;
	pthread_mutex_unlock(&lock);
	if (j)
		j->in_both = 2; // RACE
	return arg;
}

/* Twice in one stack. */
static void *pop(void *arg)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = count ? stack[--count] : NULL;
	pthread_mutex_unlock(&lock);
	if (j)
		j->moved++; // RACE
	return arg;
}

static void *move(void *arg)
{
	pthread_mutex_lock(&lock);
	if (count > 1)
		stack[0] = stack[count - 1];
	pthread_mutex_unlock(&lock);
	return arg;
}

/* Left in the array when it was taken. */
static void *unshelve(void *arg)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = shelved ? shelf[--shelved] : NULL;
	pthread_mutex_unlock(&lock);
	if (j)
		j->stale++; // RACE
	return arg;
}

static void *look(void *arg)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < 8; i++)
		if (shelf[i])
			shelf[i]->stale = 0; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

/* Still the last one, for who looks at the end. */
static void *take(void *arg)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = head;
	if (j)
		head = j->next;
	pthread_mutex_unlock(&lock);
	if (j)
		j->at_end++; // RACE
	return arg;
}

static void append(struct job *j)
{
	if (tail)
		tail->next = j;
	else
		head = j;
	tail = j;
}

static void *last(void *arg)
{
	pthread_mutex_lock(&lock);
	if (tail)
		tail->at_end = 0; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

/* Copied from one slot to another. */
static void *empty(void *arg)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = bin[0];
	bin[0] = NULL;
	bin[1] = bin[2];
	pthread_mutex_unlock(&lock);
	if (j)
		j->copied++; // RACE
	return arg;
}

static void *swap(void *arg)
{
	pthread_mutex_lock(&lock);
	bin[0] = bin[1];
	if (bin[2])
		bin[2]->copied = 0; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

/* By a function that is told where. */
static void put(struct job **where, struct job *j)
{
	*where = j;
}

static struct job *get(struct job **where)
{
	struct job *j = *where;

	*where = NULL;
	return j;
}

static void *from_left(void *arg)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = get(&left);
	pthread_mutex_unlock(&lock);
	if (j)
		j->by_helper++; // RACE
	return arg;
}

static void *from_right(void *arg)
{
	pthread_mutex_lock(&lock);
	if (right)
		right->by_helper = 0; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	static void *(*const work[])(void *) = {from_first, from_second, pop, pop, move, unshelve, look,
						take, last, empty, swap, from_left, from_right};
	pthread_t t;

	for (int i = 0; i < 4; i++) {
		struct job *j = calloc(1, sizeof(*j));

		j->next = first;
		first = j;
		j->other = second;
		second = j;
		stack[count++] = calloc(1, sizeof(*j));
		shelf[shelved++] = calloc(1, sizeof(*j));
		append(calloc(1, sizeof(*j)));
		bin[i] = calloc(1, sizeof(*j));
		j = calloc(1, sizeof(*j));
		put(&left, j);
		put(&right, j);
	}
	for (unsigned i = 0; i < sizeof(work) / sizeof(*work); i++)
		pthread_create(&t, NULL, work[i], NULL);
	pthread_exit(NULL);
}
