// SPDX-License-Identifier: MIT
/* Memory that a function makes is the caller's alone, although another one that is made at
 * the same time gets to a thread. */
#include <pthread.h>
#include <stdlib.h>

struct part {
	int *numbers, *notes;
};

static void *fill(void *arg)
{
	int *numbers = arg;
	numbers[0] = 1; // NORACE
	return NULL;
}

static pthread_t start(struct part *p)
{
	pthread_t t;
	p->numbers = calloc(8, sizeof(int));
	p->notes = calloc(8, sizeof(int));
	pthread_create(&t, NULL, fill, p->numbers);
	return t;
}

int main(void)
{
	struct part a, b;
	pthread_t t = start(&a);
	a.notes[0] = 2; // NORACE
	pthread_t u = start(&b);
	b.notes[0] = 2; // NORACE
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	a.numbers[0] = 2; // NORACE
	b.numbers[0] = 2; // NORACE
	return 0;
}
