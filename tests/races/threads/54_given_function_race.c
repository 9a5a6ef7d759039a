// As 54_given_function_safe.c, but what is given starts threads before the write; or which function
// is given is not known; or the function that calls it is called through a pointer itself.
#include <pthread.h>
#include <stdlib.h>

struct source {
	struct source *next;
	pthread_t id;
	int on;
};

typedef void visitor(struct source *s, int how);

static struct source *sources;
static int config, limit, depth, level;
static void (*walk)(visitor *f, int how);

static void *capture(void *p)
{
	config++; // RACE
	return p;
}

static void *filter(void *p)
{
	limit++; // RACE
	return p;
}

static void *dive(void *p)
{
	depth++; // RACE
	return p;
}

static void *climb(void *p)
{
	level++; // RACE
	return p;
}

static void start(struct source *s, int how)
{
	(void)how;
	pthread_create(&s->id, NULL, capture, s);
}

static void start_filter(struct source *s, int how)
{
	(void)how;
	pthread_create(&s->id, NULL, filter, s);
}

static void start_dive(struct source *s, int how)
{
	(void)how;
	pthread_create(&s->id, NULL, dive, s);
}

static void start_climb(struct source *s, int how)
{
	(void)how;
	pthread_create(&s->id, NULL, climb, s);
}

static void stop(struct source *s, int how)
{
	s->on = how;
}

static void each(visitor *f, int how)
{
	for (struct source *s = sources; s; s = s->next)
		f(s, how);
}

static void each_twice(visitor *f, visitor *g)
{
	each(g, 0);
	each(f, 1);
}

static void add(void)
{
	struct source *s = calloc(1, sizeof(*s));

	s->next = sources;
	sources = s;
}

int main(int argc, char **argv)
{
	(void)argv;
	add();
	walk = each;
	each(start, 1);
	config = 1; // RACE
	each(argc > 1 ? start_filter : stop, 1);
	limit = 2; // RACE
	walk(stop, 1);
	walk(start_dive, 1);
	depth = 3; // RACE
	each_twice(stop, start_climb);
	level = 4; // RACE
	return 0;
}
