// SPDX-License-Identifier: MIT
/* Where thrd_create has failed there is no thread that has the job. */
#include <stdlib.h>
#include <threads.h>

struct job {
	int n, m;
};

static struct job *last;

static int work(void *arg)
{
	struct job *j = arg;

	j->n++; // NORACE
	j->m++; // RACE
	return 0;
}

int main(void)
{
	struct job *j = calloc(1, sizeof(*j));
	thrd_t t;

	if (!j)
		return 1;
	last = j;
	if (thrd_create(&t, work, j) != thrd_success) {
		j->n = 0; // NORACE
		free(j); // NORACE
		return 1;
	}
	last->m = 2; // RACE
	thrd_join(t, NULL);
	return 0;
}
