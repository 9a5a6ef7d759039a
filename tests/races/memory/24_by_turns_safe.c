/* Elements that belong to a thread by its number: every n-th, from its own on. */
#include <pthread.h>
#include <stdlib.h>

enum { N = 1000, T = 4 };

/* ---- the step is in the argument, beside the number ---- */

static int in_argument[N];
struct part {
	int id, step;
};

static void *by_argument(void *p)
{
	struct part *a = p;
	for (int i = a->id; i < N; i += a->step)
		in_argument[i]++; // NORACE
	return NULL;
}

static void run_by_argument(void)
{
	struct part part[T];
	pthread_t t[T];
	for (int i = 0; i < T; i++) {
		part[i].id = i;
		part[i].step = T;
		pthread_create(&t[i], NULL, by_argument, &part[i]);
	}
	for (int i = 0; i < T; i++)
		pthread_join(t[i], NULL);
}

/* ---- as many threads as a variable says; a helper makes the access ---- */

static int threads = 8;
static double *grid;

static void one(double *g, int i)
{
	g[i] = g[i] * 2 + 1; // NORACE
}

static void *by_variable(void *p)
{
	for (int i = (int)(long)p; i < N; i += threads)
		one(grid, i);
	return NULL;
}

static void run_by_variable(void)
{
	pthread_t *t = calloc((size_t)threads, sizeof(*t));
	grid = calloc(N, sizeof(*grid));
	for (int i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, by_variable, (void *)(long)i);
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
}

/* ---- all are looked at, and those of others left out ---- */

static long picked[N], masked[N];

static void *by_remainder(void *p)
{
	const struct part *a = p;
	for (int i = 0; i < N; i++) {
		if (i % T != a->id)
			continue;
		picked[i] = i; // NORACE
	}
	for (int i = 0; i < N; i++)
		if (a->id == (i & 3))
			masked[i]++; // NORACE
	return NULL;
}

static void run_by_remainder(void)
{
	struct part part[T];
	pthread_t t[T];
	for (int i = 0; i < T; i++) {
		part[i].id = i;
		pthread_create(&t[i], NULL, by_remainder, &part[i]);
	}
	for (int i = 0; i < T; i++)
		pthread_join(t[i], NULL);
}

/* ---- how many is a number that main was given ---- */

struct job {
	int id, n;
	long *v;
};

static void *by_local(void *p)
{
	struct job *j = p;
	long i = j->id;
	while (i < N) {
		j->v[i] = i; // NORACE
		i += j->n;
	}
	return NULL;
}

static void run_by_local(int n)
{
	struct job *j = calloc((size_t)n, sizeof(*j));
	pthread_t *t = calloc((size_t)n, sizeof(*t));
	long *v = calloc(N, sizeof(*v));
	for (int i = 0; i < n; i++) {
		j[i].id = i;
		j[i].n = n;
		j[i].v = v;
		pthread_create(&t[i], NULL, by_local, &j[i]);
	}
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
}

/* ---- two threads that are created apart ---- */

static int odd_and_even[N];

static void *by_constant(void *p)
{
	struct part *a = p;
	for (int i = a->id; i < N; i += a->step)
		odd_and_even[i]++; // NORACE
	return NULL;
}

static void run_by_constant(void)
{
	struct part even, odd;
	pthread_t a, b;
	even.id = 0;
	odd.id = 1;
	even.step = odd.step = 2;
	pthread_create(&a, NULL, by_constant, &even);
	pthread_create(&b, NULL, by_constant, &odd);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}

int main(int argc, char **argv)
{
	run_by_constant();
	run_by_argument();
	run_by_variable();
	run_by_remainder();
	run_by_local(argc > 1 ? atoi(argv[1]) : 4);
	return in_argument[1];
}
