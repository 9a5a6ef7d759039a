// RUN: --all
// A set of pointers that grew too large means anything. What container_of makes of such
// a link is a struct work, because a variable of that type gets it: its accesses meet
// those to the one struct work there is, and to what its field points to.
#include <pthread.h>
#include <stddef.h>

struct loop {
	pthread_mutex_t lock;
	int done, pending;
};

struct work {
	struct loop *loop;
	int state;
	void *link[2];
};

static struct loop loop = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static struct work work = {&loop, 0, {NULL, NULL}};

#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define ALL(X) TEN(X, 1) TEN(X, 2) TEN(X, 3) TEN(X, 4) TEN(X, 5) TEN(X, 6) TEN(X, 7) TEN(X, 8)
#define TYPE(n) struct type##n { char text[n]; long number; }; static struct type##n some##n;
#define PUT(n) case n: slot = &some##n; break;
ALL(TYPE)

static void *slot;
static pthread_mutex_t slot_lock = PTHREAD_MUTEX_INITIALIZER;

static void put(int which)
{
	pthread_mutex_lock(&slot_lock);
	switch (which) {
	ALL(PUT)
	default:
		slot = work.link;
	}
	pthread_mutex_unlock(&slot_lock);
}

static void *worker(void *arg)
{
	void *link;
	struct work *w;

	(void)arg;
	pthread_mutex_lock(&slot_lock);
	link = slot;
	pthread_mutex_unlock(&slot_lock);
	w = (struct work *)((char *)link - offsetof(struct work, link));
	w->state = 1; // RACE
	w->loop->done++; // RACE
	pthread_mutex_lock(&w->loop->lock);
	w->loop->pending++; // NORACE
	pthread_mutex_unlock(&w->loop->lock);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	put(argc);
	pthread_create(&id, NULL, worker, NULL);
	work.state = 2; // RACE
	pthread_mutex_lock(&loop.lock);
	loop.done++; // RACE
	loop.pending++; // NORACE
	pthread_mutex_unlock(&loop.lock);
	return 0;
}
