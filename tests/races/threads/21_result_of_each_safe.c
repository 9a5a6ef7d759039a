// SPDX-License-Identifier: MIT
/* Tasks are made one by one, each is given to one thread, results are read after its join. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct task { int from, to; long sum; struct task *next; };
static void *run(void *p)
{
	struct task *t = p;
	for (int i = t->from; i < t->to; i++)
		t->sum += i; // FP what a joined thread returns is not known to be its own argument
	return t;
}
int main(int c, char **v)
{
	int n = c + 3;
	pthread_t *ids = calloc(n, sizeof *ids);
	struct task *all = 0;
	long total = 0;
	for (int i = 0; i < n; i++) {
		struct task *t = calloc(1, sizeof *t);
		t->from = i * 10;
		t->to = t->from + 10;
		t->next = all;
		all = t;
		if (pthread_create(&ids[i], 0, run, t) != 0)
			abort();
	}
	for (int i = 0; i < n; i++) {
		void *r;
		pthread_join(ids[i], &r);
		total += ((struct task *)r)->sum; // FP likewise
	}
	while (all) {
		struct task *t = all;
		all = t->next;
		free(t);
	}
	free(ids);
	printf("%ld\n", total);
	return 0;
}
