// SPDX-License-Identifier: MIT
/* The parent waits until the child has copied its arguments from the stack. */
#include <pthread.h>
#include <semaphore.h>

struct args {
	int number;
	sem_t copied;
};

static void *child(void *p)
{
	struct args *a = p;
	int number = a->number; // NORACE

	sem_post(&a->copied);
	return number > 10 ? p : NULL;
}

static pthread_t start(struct args *a, int number)
{
	pthread_t t;

	a->number = number; // NORACE
	pthread_create(&t, NULL, child, a);
	sem_wait(&a->copied);
	a->number = 0; // NORACE
	return t;
}

int main(void)
{
	struct args args;
	pthread_t t;

	sem_init(&args.copied, 0, 0);
	t = start(&args, 5);
	pthread_join(t, NULL);
	return args.number; // NORACE
}
