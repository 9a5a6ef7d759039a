// SPDX-License-Identifier: MIT
/* The loop is given by a pointer, and helpers ask whether its thread is at work: only that gets to
 * 'total' and 'runs'. One is a variable whose id was stored when the thread was created, the other one
 * was allocated, and its thread has stored its id itself before the others are created. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct loop {
	pthread_t owner;
	int stop;
};

struct base {
	pthread_t thread;
	sem_t ready;
};

static struct loop loop;
static int total, runs;

static int in_loop(const struct loop *l)
{
	return pthread_equal(l->owner, pthread_self()) != 0; // NORACE
}

static void add(struct loop *l, int value)
{
	if (!in_loop(l))
		return;
	total += value; // NORACE
}

static void note(struct base *b)
{
	if (pthread_equal(pthread_self(), b->thread)) // NORACE
		runs++; // NORACE
}

static void *run(void *arg)
{
	for (int i = 0; i < 10; i++)
		add(arg, i);
	return NULL;
}

static void *serve(void *arg)
{
	struct base *b = arg;

	b->thread = pthread_self(); // NORACE
	sem_post(&b->ready);
	for (int i = 0; i < 10; i++)
		note(b);
	return NULL;
}

static void *client(void *arg)
{
	add(&loop, 1);
	note(arg);
	return NULL;
}

int main(void)
{
	struct base *b = calloc(1, sizeof(*b));
	pthread_t s, c;

	sem_init(&b->ready, 0, 0);
	pthread_create(&s, NULL, serve, b);
	sem_wait(&b->ready);
	pthread_create(&loop.owner, NULL, run, &loop);
	pthread_create(&c, NULL, client, b);
	pthread_join(c, NULL);
	pthread_join(s, NULL);
	return pthread_join(loop.owner, NULL);
}
