// SPDX-License-Identifier: MIT
/* Two objects, each with its barrier; and one object where both write after it. */
#include <pthread.h>
#include <stdlib.h>

struct step {
	pthread_barrier_t barrier;
	int *number;
	int last;
};

static int number;

static struct step *make(void)
{
	struct step *s = malloc(sizeof(*s));

	pthread_barrier_init(&s->barrier, NULL, 2);
	s->number = &number;
	return s;
}

static void *before(void *arg)
{
	struct step *s = arg;

	*s->number = 1; // RACE
	pthread_barrier_wait(&s->barrier);
	s->last = 1; // RACE
	return NULL;
}

static void *after(void *arg)
{
	struct step *s = arg;

	pthread_barrier_wait(&s->barrier);
	*s->number = 2; // RACE
	s->last = 2; // RACE
	return NULL;
}

int main(void)
{
	struct step *a = make(), *b = make();
	pthread_t t;

	pthread_create(&t, NULL, before, a);
	pthread_create(&t, NULL, after, a);
	pthread_create(&t, NULL, before, b);
	pthread_create(&t, NULL, after, b);
	pthread_exit(NULL);
}
