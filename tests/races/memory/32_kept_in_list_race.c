// SPDX-License-Identifier: MIT
/* As in 32_kept_in_list_safe.c, but an earlier job is written to, or the job is once its thread
 * was started, or a thread finds the one that is set up behind the one it has. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next, *before;
	int *part, *lent;
	pthread_t thread;
	int earlier, either, late, found, failed, looped;
};

static long seen;

static void *run(void *arg)
{
	struct job *j = arg;

	return (void *)(long)(j->earlier + // RACE
			      j->either +  // RACE
			      j->late +	   // RACE
			      j->looped +  // RACE
			      j->failed);  // RACE
}

static void *look_behind(void *arg)
{
	struct job *j = arg;

	return (void *)(long)j->before->found; // RACE
}

static struct job *make(void)
{
	struct job *j = calloc(1, sizeof(*j));

	if (!j)
		abort();
	return j;
}

static void mark(struct job *j)
{
	j->earlier = 1; // RACE
}

static void start(struct job *j)
{
	if (pthread_create(&j->thread, NULL, run, j))
		abort();
}

static void earlier_ones(int n)
{
	struct job *all = NULL;

	for (int i = 0; i < n; i++) {
		struct job *j = calloc(1, sizeof(*j));
		if (!j)
			abort();
		if (all)
			mark(all);
		struct job *one = i & 1 || !all ? j : all;
		one->either = 1; // RACE
		for (struct job *k = all; k; k = k->next)
			k->looped = 1; // RACE
		j->next = all;
		all = j;
		start(j);
		j->late = 1; // RACE
	}
}

static void tried_twice(int n)
{
	struct job *all = NULL;

	for (int i = 0; i < n; i++) {
		struct job *j = calloc(1, sizeof(*j));
		if (!j)
			abort();
		j->next = all;
		all = j;
		if (pthread_create(&j->thread, NULL, run, j) == 0 && i & 1)
			j->failed = 1; // RACE
	}
}

static void found_behind(int n)
{
	struct job *all = make();

	for (int i = 0; i < n; i++) {
		struct job *j = calloc(1, sizeof(*j));
		if (!j)
			abort();
		j->before = j;
		all->before = j; // RACE
		j->found = i;	 // RACE
		all = j;
		if (pthread_create(&j->thread, NULL, look_behind, j))
			abort();
	}
}

/* What is in it gets out with it. */
static void *use_part(void *arg)
{
	struct job *j = arg;

	return (void *)(long)(*j->part +  // RACE
			      *j->lent); // RACE
}

static void parts(int n, int *given)
{
	struct job *all = NULL;

	for (int i = 0; i < n; i++) {
		struct job *j = calloc(1, sizeof(*j));
		int *part = calloc(1, sizeof(*part));
		if (!j || !part)
			abort();
		*part = i;
		j->before = all;
		j->part = part;
		j->lent = given;
		all = j;
		if (pthread_create(&j->thread, NULL, use_part, j))
			abort();
		*part = -i; // RACE
		*given = i; // RACE
	}
}

int main(void)
{
	static int given;
	parts(4, &given);
	earlier_ones(4);
	tried_twice(4);
	found_behind(4);
	return (int)seen;
}
