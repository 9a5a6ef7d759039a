// The address of a local that a helper has stored gets out with what is loaded from there,
// also when another call of the helper has made the pointer one that could be anything.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct pair {
	int first;
	int second;
};

static void store(int **to, int *what)
{
	*to = what;
}

static int *pick(int **all, int n)
{
	switch (n) {
	case 0: return all[0];
	case 1: return all[1];
	case 2: return all[2];
	case 3: return all[3];
	case 4: return all[4];
	default: return all[5];
	}
}

static void *set(void *arg)
{
	int *p = arg;
	*p = 1; // RACE
	return NULL;
}

static void *set_picked(void *arg)
{
	int *p = arg;
	*p = 1; // RACE
	return NULL;
}

static void *set_many(void *arg)
{
	int *p = arg;
	*p = 1; // RACE
	return NULL;
}

static void stored(void)
{
	struct pair mine, other;
	int *a, *b;
	pthread_t t;

	store(&a, &mine.second);
	store(&b, &other.second);
	pthread_create(&t, NULL, set, a);
	mine.second = 0; // RACE
	other.second = 0; // NORACE
	pthread_join(t, NULL);
}

static void picked(int n)
{
	int x[6], *all[6] = {&x[0], &x[1], &x[2], &x[3], &x[4], &x[5]};
	pthread_t t;

	pthread_create(&t, NULL, set_picked, pick(all, n));
	x[2] = 0; // RACE
	pthread_join(t, NULL);
}

static void many(int n)
{
	int a, b, c, d, e, *p = &a;
	pthread_t t;

	if (n == 1)
		p = &b;
	else if (n == 2)
		p = &c;
	else if (n == 3)
		p = &d;
	else if (n == 4)
		p = &e;
	pthread_create(&t, NULL, set_many, p);
	e = 0; // RACE
	pthread_join(t, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	stored();
	picked(argc);
	many(argc);
	return 0;
}
