// SPDX-License-Identifier: MIT
// What lies behind a test of a number that callers give, in memory that they give as well.
#include <pthread.h>

struct box {
	int a, b;
};
static int x, y, table[8];
static struct box box;

static void set(int n, int *q)
{
	if (n)
		*q = 1;	// NORACE
}

static void set_member(struct box *b, int on)
{
	if (on > 0)
		b->b = 1;	// NORACE
}

static void set_element(int *t, int i, int is_off)
{
	if (!is_off)
		t[i] = 2;	// NORACE
}

static void deeper(int *q)
{
	*q = 3;	// NORACE
}

static void by_another(int n, int *q)
{
	if (n < 0)
		return;
	deeper(q);
}

static void *run(void *a)
{
	set(0, &x);
	set_member(&box, -1);
	set_element(table, 3, 1);
	by_another(-5, &y);
	return a;
}

int main(void)
{
	pthread_t t, u;
	set(1, &x);
	set_member(&box, 1);
	set_element(table, 3, 0);
	by_another(5, &y);
	pthread_create(&t, 0, run, 0);
	pthread_create(&u, 0, run, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
