// As 53_id_returned_safe.c, but the join does not find the id: it was not put there on every way,
// that of another thread was put over it, or the wrapper has created two and returns one id.
#include <pthread.h>
#include <stdlib.h>

static pthread_t one, two, three, some[8], each[8];
static int a, b, c, d, e, f;

static void *bump_a(void *p)
{
	a++; // RACE
	return p;
}

static void *bump_b(void *p)
{
	b++; // RACE
	return p;
}

static void *bump_c(void *p)
{
	c++; // NORACE
	return p;
}

static void *bump_d(void *p)
{
	d = 1; // RACE
	return p;
}

static void *bump_e(void *p)
{
	e = 1; // RACE
	return p;
}

static void *bump_f(void *p)
{
	f++; // RACE
	return p;
}

static pthread_t start(void *(*run)(void *))
{
	pthread_t id;

	if (pthread_create(&id, NULL, run, NULL))
		exit(1);
	return id;
}

static pthread_t start_two(void *(*run)(void *))
{
	pthread_t id = pthread_self();

	for (int i = 0; i < 2; i++)
		id = start(run);
	return id;
}

static void start_maybe(int x)
{
	pthread_t id = start(bump_a);

	if (x)
		one = id;
}

static void start_again(void)
{
	two = start(bump_b);
	two = start(bump_c);
}

static void start_some(int n)
{
	for (int i = 0; i < 8; i++) {
		pthread_t id = start(bump_d);
		if (i != n)
			some[i] = id;
	}
}

static void start_each(void)
{
	for (int i = 0; i < 8; i++)
		each[i] = start_two(bump_e);
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	one = three = pthread_self();
	start_maybe(argc);
	pthread_join(one, NULL);
	a++; // RACE
	start_again();
	pthread_join(two, NULL);
	b++; // RACE
	c++; // NORACE
	start_some(argc);
	for (int i = 0; i < 8; i++)
		pthread_join(some[i], NULL);
	d++; // RACE
	start_each();
	for (int i = 0; i < 8; i++)
		pthread_join(each[i], NULL);
	e++; // RACE
	if (pthread_create(&id, NULL, bump_f, NULL))
		return 1;
	if (argc > 2)
		three = id;
	pthread_join(three, NULL);
	f++; // RACE
	return 0;
}
