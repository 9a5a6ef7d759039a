// SPDX-License-Identifier: MIT
// It is done before one thread began, but not before the other; it is another control; it is
// done by the thread itself, after it has looked; on one way only; after the creation.
#include <pthread.h>

static pthread_once_t one = PTHREAD_ONCE_INIT, two = PTHREAD_ONCE_INIT, three = PTHREAD_ONCE_INIT,
		      four = PTHREAD_ONCE_INIT;
static int a, b, c, d;

static void fill_a(void) { a = 1; }	// RACE
static void fill_b(void) { b = 1; }	// RACE
static void fill_c(void) { c = 1; }	// RACE
static void fill_d(void) { d = 1; }	// RACE

static void *read_a(void *p)
{
	return a ? p : 0;	// RACE
}

static void *read_b(void *p)
{
	return b ? p : 0;	// RACE
}

static void *read_c(void *p)
{
	return c ? p : 0;	// RACE
}

static void *read_d(void *p)
{
	return d ? p : 0;	// RACE
}

static void *do_all(void *p)
{
	pthread_once(&one, fill_a);
	pthread_once(&two, fill_b);
	pthread_once(&three, fill_c);
	pthread_once(&four, fill_d);
	return p;
}

int main(int argc, char **argv)
{
	pthread_t t[6];
	(void)argv;
	pthread_create(&t[0], 0, read_a, 0);
	pthread_once(&one, fill_a);	/* after the creation */
	pthread_create(&t[1], 0, do_all, 0);
	if (argc > 1)
		pthread_once(&two, fill_b);	/* on one way */
	pthread_create(&t[2], 0, read_b, 0);
	pthread_once(&two, fill_c);	/* of another control */
	pthread_create(&t[3], 0, read_c, 0);
	if (argc > 2)
		pthread_create(&t[4], 0, read_d, 0);
	pthread_once(&four, fill_d);
	if (argc > 3)
		pthread_create(&t[5], 0, read_d, 0);	/* here it is, but not there */
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	return 0;
}
