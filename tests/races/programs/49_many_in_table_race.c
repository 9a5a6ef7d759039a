// Many callbacks go through 'void *': a set of functions leads nowhere, and may be large.
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

#define AT(n) (void *)work_##n,
#define AT_TEN(n) AT(n##0) AT(n##1) AT(n##2) AT(n##3) AT(n##4) AT(n##5) AT(n##6) AT(n##7)
static void *table[] = {(void *)first, AT_TEN(1) AT_TEN(2) AT_TEN(3) AT_TEN(4) AT_TEN(5)
	AT_TEN(6) AT_TEN(7) AT_TEN(8) AT_TEN(9) (void *)last};

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
	for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		register_callback(table[i]);
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
