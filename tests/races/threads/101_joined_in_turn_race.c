// SPDX-License-Identifier: MIT
/* As 101_joined_in_turn_safe.c, but two are created before they are joined, or the second before
 * the first is. */
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
	written++; // RACE
	leave();
	return arg;
}

static void *begin(void *arg)
{
	first = second; // RACE
	leave();
	return arg;
}

static void *go_on(void *arg)
{
	second = first; // RACE
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
		launch(work);
		join_all();
	}
	launch(begin);
	launch(go_on);
	join_all();
	(void)argv;
	return 0;
}
