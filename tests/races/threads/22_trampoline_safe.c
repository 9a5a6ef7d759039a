// SPDX-License-Identifier: MIT
// The thread's function is called by a helper of the trampoline, with the
// argument that came with it; each thread has its own variable.
#include <pthread.h>
#include <stdlib.h>

struct worker {
	pthread_t id;
	void (*routine)(void *);
	void *arg;
};

static void set_up(void)
{
}

static void run_worker(struct worker *w)
{
	set_up();
	w->routine(w->arg);
}

static void *main_routine(void *arg)
{
	run_worker(arg);
	return NULL;
}

static void worker_init(struct worker *w, void (*routine)(void *), void *arg)
{
	w->routine = routine;
	w->arg = arg;
	if (pthread_create(&w->id, NULL, main_routine, w))
		abort();
}

static int received, sent;

static void receive(void *arg)
{
	int *n = arg;

	received++; // NORACE
	++*n;	    // NORACE
}

static void send(void *arg)
{
	int *n = arg;

	sent++; // NORACE
	++*n;	// NORACE
}

int main(void)
{
	static struct worker receiver, sender;
	static int x, y;

	worker_init(&receiver, receive, &x);
	worker_init(&sender, send, &y);
	return 0;
}
