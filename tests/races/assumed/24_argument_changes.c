// SPDX-License-Identifier: MIT
/* docs/soundness.md, 24: the argument's memory is changed after the creation. */
#include <pthread.h>

struct job {
	int *p;
};

static int first, second;

static void *work(void *arg)
{
	struct job *j = arg;

	(*j->p)++; // RACE
	return NULL;
}

int main(void)
{
	struct job j = { &first };
	pthread_t t;

	pthread_create(&t, NULL, work, &j);
	j.p = &second; // RACE
	second++; // FN it may find the other pointer
	pthread_join(t, NULL);
	return 0;
}
