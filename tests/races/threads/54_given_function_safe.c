// A function is given to one that calls it for each element: what begin() gives is not what end()
// gives, also through a wrapper, with a number beside it, and if it is asked for first.
#include <pthread.h>
#include <stdlib.h>

struct source {
	struct source *next;
	pthread_t id;
	int on;
};

typedef void visitor(struct source *s, int how);

static struct source *sources;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int config, limit, total;

static void *capture(void *p)
{
	struct source *s = p;

	return config + limit > 3 ? s->next : NULL; // NORACE
}

static void start(struct source *s, int how)
{
	(void)how;
	pthread_create(&s->id, NULL, capture, s);
}

static void stop(struct source *s, int how)
{
	s->on = how; // NORACE
}

static void count(struct source *s, int how)
{
	total += how * s->on; // NORACE
}

static void each(visitor *f, int how)
{
	for (struct source *s = sources; s; s = s->next)
		if (f)
			f(s, how);
}

static void each_locked(int how, visitor *f)
{
	pthread_mutex_lock(&lock);
	each(f, how);
	pthread_mutex_unlock(&lock);
}

static void add(void)
{
	struct source *s = calloc(1, sizeof(*s));

	s->next = sources;
	sources = s;
}

int main(void)
{
	add();
	add();
	each(stop, 1);
	config = 1; // NORACE
	each_locked(0, count);
	each_locked(2, stop);
	limit = total; // NORACE
	each_locked(1, start);
	each_locked(1, count);
	return 0;
}
