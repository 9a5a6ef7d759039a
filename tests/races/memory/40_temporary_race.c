// A temporary that only its function sees is not in 'any memory of unknown type'.
#include <pthread.h>
#include <stdlib.h>

struct view {
	int *data;
	int *more;
};

struct place {
	int number;
	struct view view;
};

static void *slots[90];
static int hidden, open_one;
static struct place *place;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define ONE(n) slots[n] = malloc((size_t)n + size);
#define TEN(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7)

/* Stored in one of many blocks of bytes. */
static void fill(size_t size, int which)
{
	TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(1) TEN(2)
	*(int **)slots[which] = &hidden;
}

static void set(struct place *p, int *data)
{
	p->view = (struct view){.data = data, .more = NULL};
}

static void *run(void *unused)
{
	pthread_mutex_lock(&lock);
	(*place->view.data)++; // RACE
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	(void)argv;
	fill((size_t)argc * 64, argc);
	place = malloc(sizeof(*place));
	set(place, &open_one);
	pthread_create(&thread, NULL, run, NULL);
	open_one++; // RACE
	pthread_join(thread, NULL);
	return 0;
}
