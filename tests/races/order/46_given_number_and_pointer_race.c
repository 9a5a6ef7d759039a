// SPDX-License-Identifier: MIT
// As in 46_given_number_and_pointer_safe.c, but one thread gives another number, or it is not known,
// or the test lies behind the access.
#include <pthread.h>

struct box {
	int a, b;
};
static int x, y, z, table[8];
static struct box box;

static void set(int n, int *q)
{
	if (n)
		*q = 1;	// RACE
}

static void set_member(struct box *b, int on)
{
	if (on > 0)
		b->b = 1;	// RACE
}

static void set_element(int *t, int i, int is_off)
{
	if (!is_off)
		t[i] = 2;	// RACE
}

static void deeper(int *q)
{
	*q = 3;	// RACE
}

static void by_another(int n, int *q)
{
	if (n < 0)
		return;
	deeper(q);
}

static void looks_late(int n, int *q)
{
	*q = 4;	// RACE
	if (!n)
		return;
	*q = 5;	// NORACE
}

static void *run(void *a)
{
	set(0, &x);
	set(2, &x);
	set_member(&box, a != 0);
	set_element(table, 3, 1);
	by_another(5, &y);
	looks_late(0, &z);
	return a;
}

static void *other(void *a)
{
	set_element(table, 3, 0);
	return run(a);
}

int main(int argc, char **argv)
{
	pthread_t t, u, v;
	pthread_create(&t, 0, run, argc > 1 ? argv : 0);
	pthread_create(&u, 0, other, 0);
	pthread_create(&v, 0, other, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	pthread_join(v, 0);
	return 0;
}
