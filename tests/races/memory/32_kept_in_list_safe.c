// SPDX-License-Identifier: MIT
/* Jobs are made in a loop, set up, put in front of a list of the function's own, and given to a
 * thread each. While one is set up the threads of the earlier ones run, but those have theirs. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	pthread_t thread;
	int from, to;
	long sum;
};

static void *run(void *arg)
{
	struct job *j = arg;

	for (int i = j->from; i < j->to; i++) // NORACE
		j->sum += i; // NORACE
	return NULL;
}

static void set_up(struct job *j, int from)
{
	j->from = from; // NORACE
	j->to = from + 10; // NORACE
}

static long all_at_once(int n)
{
	struct job *all = NULL;
	long total = 0;

	for (int i = 0; i < n; i++) {
		struct job *j = calloc(1, sizeof(*j));
		if (!j)
			abort();
		j->next = all; // NORACE
		set_up(j, i * 10);
		if (pthread_create(&j->thread, NULL, run, j)) {
			j->sum = -1; // NORACE
			free(j);     // NORACE
			continue;
		}
		all = j;
	}
	while (all) {
		struct job *next = all->next; // NORACE
		pthread_join(all->thread, NULL);
		total += all->sum; // NORACE
		free(all); // NORACE
		all = next;
	}
	return total;
}

static struct job *spare(int i)
{
	struct job *j = malloc(sizeof(*j));

	if (!j)
		abort();
	j->next = NULL;	    // NORACE
	j->sum = 0;	    // NORACE
	j->from = j->to = i; // NORACE
	return j;
}

int main(void)
{
	struct job *first = NULL, **end = &first;
	long total = all_at_once(5);

	for (int i = 0; i < 3; i++) {
		struct job *j = spare(i);
		j->to++; // NORACE
		*end = j;
		end = &j->next;
		if (pthread_create(&j->thread, NULL, run, j))
			abort();
	}
	for (struct job *j = first; j; j = j->next) {
		pthread_join(j->thread, NULL);
		total += j->sum; // NORACE
	}
	return total == 0;
}
