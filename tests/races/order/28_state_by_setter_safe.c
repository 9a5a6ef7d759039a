// SPDX-License-Identifier: MIT
/* The state of a request is set and asked by small functions: whoever finds DONE comes after who
 * has set DONE, not after who has set RUNNING. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum state { NEW, RUNNING, DONE, GONE };

static struct request {
	pthread_mutex_t lock;
	enum state state;
	int question, answer;
} request = {PTHREAD_MUTEX_INITIALIZER, NEW, 0, 0};

static enum state state_of(struct request *r)
{
	enum state s;

	pthread_mutex_lock(&r->lock);
	s = r->state; // NORACE
	pthread_mutex_unlock(&r->lock);
	return s;
}

static void set_state(struct request *r, enum state s)
{
	pthread_mutex_lock(&r->lock);
	r->state = s; // NORACE
	pthread_mutex_unlock(&r->lock);
}

static void *serve(void *arg)
{
	struct request *r = arg;

	while (state_of(r) != RUNNING)
		sched_yield();
	r->answer = r->question + 1; // NORACE
	set_state(r, DONE);
	return NULL;
}

static int is_state(struct request *r, enum state s)
{
	int is;

	pthread_mutex_lock(&r->lock);
	is = r->state == s; // NORACE
	pthread_mutex_unlock(&r->lock);
	return is;
}

/* Likewise by an atomic, and through one function more. */
static atomic_int phase;
static int loaded, shown;

static void set_phase(int p)
{
	atomic_store_explicit(&phase, p, memory_order_release);
}

static void next_phase(int p)
{
	set_phase(p);
}

static void *load(void *arg)
{
	next_phase(1);
	loaded = 1; // NORACE
	next_phase(2);
	return arg;
}

static void wait_for(int p)
{
	while (atomic_load_explicit(&phase, memory_order_acquire) != p)
		sched_yield();
}

int main(void)
{
	pthread_t server, loader;

	pthread_create(&server, NULL, serve, &request);
	pthread_create(&loader, NULL, load, NULL);
	request.question = 41; // NORACE
	set_state(&request, RUNNING);
	while (!is_state(&request, DONE))
		sched_yield();
	shown = request.answer; // NORACE
	wait_for(2);
	shown += loaded; // NORACE
	pthread_join(server, NULL);
	pthread_join(loader, NULL);
	set_state(&request, GONE);
	return shown != 43;
}
