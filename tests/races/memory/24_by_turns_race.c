/* Every n-th element, but not by as many threads, or not from one's own number on. */
#include <pthread.h>
#include <stdlib.h>

enum { N = 1000, T = 4 };

static int too_few[N], neighbours[N], other_number[N], changed[N], masked[N], halves[N];
static int step = T, threads = 8;

struct part {
	int id, step;
};

static void *run(void *p)
{
	const struct part *a = p;
	for (int i = a->id; i < N; i += a->step)
		too_few[i]++; // RACE
	for (int i = a->id; i < N - 1; i += T)
		neighbours[i] = neighbours[i + 1]; // RACE
	for (int i = a->id; i < N; i += step) // RACE
		changed[i]++; // RACE
	for (int i = 0; i < N; i++)
		if ((i & 1) == a->id)
			masked[i]++; // RACE
	for (int i = 0; i < N; i++)
		if (i % T != a->id)
			halves[i]++; // RACE
	step = T - 1; // RACE
	return NULL;
}

static void *more(void *p)
{
	for (int i = (int)(long)p; i < N; i += threads)
		other_number[i]++; // RACE
	return NULL;
}

static int thirds[N], wide[N];

static void *by_constant(void *p)
{
	const struct part *a = p;
	for (int i = a->id; i < N; i += a->step)
		thirds[i]++; // RACE
	for (int i = a->id; i < N - 1; i += 2)
		*(long *)(void *)&wide[i] = 0; // RACE
	return NULL;
}

static void run_by_constant(void)
{
	struct part even, third;
	pthread_t a, b;
	even.id = 0;
	third.id = 1;
	even.step = 2;
	third.step = 3;
	pthread_create(&a, NULL, by_constant, &even);
	pthread_create(&b, NULL, by_constant, &third);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}

int main(void)
{
	struct part part[T];
	pthread_t t[2 * T + 1];
	for (int i = 0; i < T; i++) {
		part[i].id = i;
		part[i].step = T - 1;
		pthread_create(&t[i], NULL, run, &part[i]);
	}
	for (int i = 0; i < T; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < threads + 1; i++)
		pthread_create(&t[i], NULL, more, (void *)(long)i);
	for (int i = 0; i < threads + 1; i++)
		pthread_join(t[i], NULL);
	run_by_constant();
	return too_few[0];
}
