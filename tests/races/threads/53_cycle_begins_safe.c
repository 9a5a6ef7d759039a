// SPDX-License-Identifier: MIT
// Callbacks that ask for each other, and main runs all of them: each has waited for what it
// uses, was given a box of its own and holds the lock, and what main does first comes first.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct event_base;
struct timeval;
struct event_base *event_base_new(void);
int event_base_once(struct event_base *, int, short, void (*)(int, short, void *), void *,
		    const struct timeval *);
int event_base_loop(struct event_base *, int);

struct box {
	int n;
};

static struct event_base *base;
static struct box left, right, third;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int data, guarded, early, turns;

static void patient(int fd, short what, void *arg), other(int fd, short what, void *arg);

static void use(void)
{
	early = data; // NORACE
	turns++;      // NORACE
}

static void count(struct box *b)
{
	b->n++; // NORACE
}

static void touch(void)
{
	guarded++; // NORACE
}

static void patient(int fd, short what, void *arg)
{
	(void)fd, (void)what;
	if (ready)
		use();
	count(arg);
	pthread_mutex_lock(&lock);
	touch();
	pthread_mutex_unlock(&lock);
	event_base_once(base, -1, 0, other, &right, NULL);
}

static void other(int fd, short what, void *arg)
{
	(void)fd, (void)what;
	if (!ready)
		return;
	use();
	count(arg);
	pthread_mutex_lock(&lock);
	touch();
	pthread_mutex_unlock(&lock);
	event_base_once(base, -1, 0, patient, &left, NULL);
}

static void *worker(void *arg)
{
	data = 1; // NORACE
	ready = 1;
	third.n++; // NORACE
	pthread_mutex_lock(&lock);
	guarded++; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;
	base = event_base_new();
	turns = 1;   // NORACE
	guarded = 1; // NORACE
	pthread_create(&t, NULL, worker, NULL);
	event_base_once(base, -1, 0, patient, &left, NULL);
	event_base_loop(base, 0);
	pthread_join(t, NULL);
	return early;
}
