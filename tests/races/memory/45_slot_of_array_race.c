// SPDX-License-Identifier: MIT
/* The address of a local is stored in one slot of an array on the stack, and found in
 * another way: by index, and through a pointer into it. */
#include <pthread.h>

struct table {
	int n;
	int *slot[4];
};

static void put(struct table *t, int *p)
{
	t->slot[t->n++] = p;
}

static void *work(void *arg)
{
	int **first = arg;

	*first[1] += 1; // RACE
	return NULL;
}

int main(void)
{
	struct table t = { 0, { 0 } };
	int a = 0, b = 0, c = 0;
	struct table mine = { 0, { 0 } };
	pthread_t id;

	put(&t, &a);
	put(&t, &b);
	put(&mine, &c);
	pthread_create(&id, NULL, work, t.slot);
	b++; // RACE
	*mine.slot[0] += 1; // NORACE
	pthread_join(id, NULL);
	return a + b + c;
}
