// Many callbacks are registered, each in memory of its own: which they are is not lost.
#include <pthread.h>
#include <stdlib.h>

struct entry {
	void *callback;
	struct entry *next;
};

static struct entry *entries;
static int total;

static void register_callback(void *callback)
{
	struct entry *e = calloc(1, sizeof(*e));
	e->callback = callback;
	e->next = entries;
	entries = e;
}

static int first(void)
{
	return total++; // RACE
}

static int last(void)
{
	return total++; // RACE
}

#define ONE(n) \
	static int work_##n(void) \
	{ \
		return n; \
	}
#define TEN(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7)
TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9)

#define ADD(n) register_callback((void *)work_##n);
#define ADD_TEN(n) ADD(n##0) ADD(n##1) ADD(n##2) ADD(n##3) ADD(n##4) ADD(n##5) ADD(n##6) ADD(n##7)

static void *run(void *unused)
{
	for (struct entry *e = entries; e; e = e->next) {
		int (*callback)(void) = e->callback;
		callback();
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;
	register_callback((void *)first);
	ADD_TEN(1) ADD_TEN(2) ADD_TEN(3) ADD_TEN(4) ADD_TEN(5) ADD_TEN(6) ADD_TEN(7) ADD_TEN(8)
	ADD_TEN(9)
	register_callback((void *)last);
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
