// What is declared 'f()' may be called with arguments.
#include <pthread.h>
#include <stdlib.h>

struct entry {
	void *callback;
	struct entry *next;
};

static struct entry *entries;
static int settings, seen;

static void add(void *callback)
{
	struct entry *e = calloc(1, sizeof(*e));
	e->callback = callback;
	e->next = entries;
	entries = e;
}

static int init()
{
	settings = 1; // RACE
	return 0;
}

static int notify(int number)
{
	seen = number;
	return 0;
}

static void *look(void *unused)
{
	return settings ? unused : NULL; // RACE
}

static void begin_all(void)
{
	for (struct entry *e = entries; e; e = e->next) {
		int (*callback)(void) = e->callback;
		if (!e->next)
			callback();
	}
}

static void tell_all(int number)
{
	for (struct entry *e = entries; e; e = e->next) {
		int (*callback)(int) = e->callback;
		if (e->next)
			callback(number);
	}
}

int main(int argc, char **argv)
{
	pthread_t thread;
	(void)argv;
	add((void *)init);
	add((void *)notify);
	begin_all();
	pthread_create(&thread, NULL, look, NULL);
	tell_all(argc);
	pthread_join(thread, NULL);
	return seen;
}
