// SPDX-License-Identifier: MIT
/* A number that somebody else gives is stored under a lock by who finds that there is none yet, and
 * it is made sure that it is another one than that. Who has looked under the lock finds it for good. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int new_index(void), new_index_with(void (*)(void *));

struct registry {
	pthread_mutex_t lock;
	int index;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static int first = -1, third = -1, logged;
static short second = -5;
static struct registry registry = {PTHREAD_MUTEX_INITIALIZER, -1};

static int get_first(void)
{
	pthread_mutex_lock(&lock);
	if (first == -1) {
		first = new_index(); // NORACE
		assert(first != -1);
	}
	pthread_mutex_unlock(&lock);
	return first; // NORACE
}

static void find_second(void)
{
	if (second >= 0)
		return;
	second = (short)new_index(); // NORACE
	if (second < 0)
		abort();
}

static int get_second(void)
{
	pthread_mutex_lock(&lock);
	find_second();
	pthread_mutex_unlock(&lock);
	return second; // NORACE
}

static int get_member(struct registry *r)
{
	int index;

	pthread_mutex_lock(&r->lock);
	for (index = r->index; index == -1; index = r->index)
		r->index = new_index(); // NORACE
	pthread_mutex_unlock(&r->lock);
	return r->index + index; // NORACE
}

/* Another lock is released in between, maybe by the function that is not known. */
static void log_it(void *what)
{
	pthread_mutex_lock(&log_lock);
	logged += what != NULL; // NORACE
	pthread_mutex_unlock(&log_lock);
}

static int get_third(void)
{
	pthread_mutex_lock(&lock);
	if (third == -1) {
		log_it(&third);
		third = new_index_with(log_it); // NORACE
		assert(third != -1);
	}
	pthread_mutex_unlock(&lock);
	return third; // NORACE
}

static void *use(void *arg)
{
	(void)arg;
	return get_first() + get_second() + get_third() + get_member(&registry) ? &lock : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use, NULL);
	use(NULL);
	return 0;
}
