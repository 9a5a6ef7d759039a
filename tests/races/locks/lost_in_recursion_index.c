/* As lost_in_recursion.c, but by an index: its name grows with every call, depth - 1 - 1. */
#include <pthread.h>

struct node {
	pthread_mutex_t lock;
	int n;
};

struct cursor {
	pthread_mutex_t *lock;
	int open;
};

struct ops {
	void (*show)(int depth);
	void (*stop)(struct cursor *c);
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t event_lock = PTHREAD_MUTEX_INITIALIZER;
static struct node first, second;
static pthread_mutex_t *near[2] = {&list_lock, &first.lock};
static pthread_mutex_t *far[2] = {&first.lock, &event_lock};
static struct cursor cursor = {&list_lock, 0};
static struct cursor *cursors[2] = {&cursor, &cursor};
static int state; /* under event_lock */

static void pass_to(int depth);

/* What a table of operations has: the caller has locked. */
static void stop(struct cursor *c)
{
	if (c->open)
		pthread_mutex_unlock(c->lock);
}

static void show_near(int depth)
{
	pthread_mutex_t *l = near[depth & 1];

	pthread_mutex_lock(l);
	pass_to(depth - 1);
	pthread_mutex_unlock(l);
}

static void show_far(int depth)
{
	pthread_mutex_t *l = far[0];

	pthread_mutex_lock(l);
	pass_to(depth - 1);
	pthread_mutex_unlock(l);
}

static void count(int depth)
{
	pthread_mutex_lock(&second.lock);
	second.n += depth;
	pthread_mutex_unlock(&second.lock);
	pass_to(depth - 1);
}

static const struct ops tables[3] = {{show_near, stop}, {show_far, stop}, {count, stop}};

/* So that the recursion is a large one. */
#define LAYER(name, next)                                                                          \
	static void next(int depth);                                                               \
	static void name(int depth)                                                                \
	{                                                                                          \
		next(depth);                                                                       \
	}
LAYER(l01, l02) LAYER(l02, l03) LAYER(l03, l04) LAYER(l04, l05) LAYER(l05, l06)
LAYER(l06, l07) LAYER(l07, l08) LAYER(l08, l09) LAYER(l09, l10) LAYER(l10, l11)
LAYER(l11, l12) LAYER(l12, l13) LAYER(l13, l14) LAYER(l14, l15) LAYER(l15, last)

static void last(int depth)
{
	const struct ops *o = &tables[depth % 3];

	o->show(depth);
	o->stop(cursors[depth & 1]);
}

static void pass_to(int depth)
{
	if (depth > 0)
		l01(depth);
}

static void *event(void *unused)
{
	pthread_mutex_lock(&event_lock);
	pass_to(5);
	state++; // NORACE
	pthread_mutex_unlock(&event_lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, event, NULL);
	pthread_create(&b, NULL, event, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return state;
}
