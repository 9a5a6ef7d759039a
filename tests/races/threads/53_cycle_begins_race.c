// SPDX-License-Identifier: MIT
// Callbacks that ask for each other, and main runs all of them: one thread that begins in
// several ways. What one of them has waited for, was given or has locked is not what the others
// have, also where they go on in the same function.
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
	int n, m;
};

static struct event_base *base;
static struct box left, right;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int data, guarded, early;

static void patient(int fd, short what, void *arg), hasty(int fd, short what, void *arg);

static void use(void)
{
	early = data; // RACE
}

static void count(struct box *b)
{
	b->n++; // RACE
}

static void count_left(struct box *b)
{
	b->m++; // NORACE
}

static void touch(void)
{
	guarded++; // RACE
}

static void patient(int fd, short what, void *arg)
{
	(void)fd, (void)what;
	if (ready)
		use();
	count_left(arg);
	pthread_mutex_lock(&lock);
	touch();
	pthread_mutex_unlock(&lock);
	event_base_once(base, -1, 0, hasty, &right, NULL);
}

static void hasty(int fd, short what, void *arg)
{
	(void)fd, (void)what;
	use();
	count(arg);
	touch();
	event_base_once(base, -1, 0, patient, &left, NULL);
}

static void *worker(void *arg)
{
	data = 1; // RACE
	ready = 1;
	right.n++; // RACE
	right.m++; // NORACE
	pthread_mutex_lock(&lock);
	guarded++; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;
	base = event_base_new();
	pthread_create(&t, NULL, worker, NULL);
	event_base_once(base, -1, 0, patient, &left, NULL);
	event_base_loop(base, 0);
	pthread_join(t, NULL);
	return early;
}
