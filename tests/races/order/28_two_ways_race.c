// SPDX-License-Identifier: MIT
/* The same helper is called where the flag was found set, and where nobody has looked: what holds
 * for the one way there does not hold for the other. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct box {
	int x;
};

static struct box c;
static atomic_int done;

static void *reader(void *arg)
{
	struct box *b = arg;

	printf("%d", b->x); // RACE
	atomic_store(&done, 1);
	return NULL;
}

static void set(struct box *b)
{
	b->x = 1; // RACE
}

static void helper(struct box *b)
{
	set(b);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, reader, &c);
	if (atomic_load(&done))
		helper(&c);
	getchar();
	helper(&c);
	pthread_join(t, NULL);
	return 0;
}
