// SPDX-License-Identifier: MIT
/* All threads of a list are joined, whichever has ended first, before the next one is created: most
 * likely there is one at a time. That the list has no others is not seen: low at most. */
#include <pthread.h>
#include <stdlib.h>

struct thread {
	pthread_t id;
	int done;
	struct thread *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static struct thread *threads;
static int waiting, written, first, second;

static void leave(void)
{
	pthread_mutex_lock(&lock);
	struct thread *t = threads;
	while (t && !pthread_equal(t->id, pthread_self()))
		t = t->next;
	if (t)
		t->done = 1; // NORACE
	waiting++; // NORACE
	pthread_cond_broadcast(&ended);
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	written++; // NORACE
	leave();
	return arg;
}

static void *begin(void *arg)
{
	first = second; // NORACE
	leave();
	return arg;
}

static void *go_on(void *arg)
{
	second = first; // NORACE
	leave();
	return arg;
}

static void launch(void *(*f)(void *))
{
	pthread_mutex_lock(&lock);
	struct thread *t = malloc(sizeof(*t));
	if (!t || pthread_create(&t->id, NULL, f, NULL))
		exit(1);
	t->done = 0;
	t->next = threads;
	threads = t;
	pthread_mutex_unlock(&lock);
}

static void join_all(void)
{
	pthread_mutex_lock(&lock);
	while (threads) {
		struct thread **prior = &threads, *t;
		while (!waiting)
			pthread_cond_wait(&ended, &lock);
		while ((t = *prior) && !t->done)
			prior = &t->next;
		if (!t || pthread_join(t->id, NULL))
			exit(1);
		waiting--;
		*prior = t->next;
		free(t);
	}
	pthread_mutex_unlock(&lock);
}

int main(int argc, char **argv)
{
	for (int n = 0; n < argc; n++) {
		launch(work);
		join_all();
	}
	launch(begin);
	join_all();
	launch(go_on);
	join_all();
	(void)argv;
	return 0;
}
