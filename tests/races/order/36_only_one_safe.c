// SPDX-License-Identifier: MIT
/* Who finds the state as it was in the beginning changes it before he releases the lock, or by one
 * atomic instruction: there is one, and what he does behind that no other thread does. What the
 * state becomes later does not matter. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum state { OFF, STARTING, ON };

struct service {
	pthread_mutex_t lock;
	enum state state;
	pthread_t thread;
	int *table;
};

static struct service service = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int claimed;
static int seen, ticks, first, second, third;

static void *tick(void *arg)
{
	for (;;) {
		ticks++; // NORACE
		sleep(1);
	}
	return arg;
}

static int begin(struct service *s)
{
	int mine = 0;

	pthread_mutex_lock(&s->lock);
	if (s->state == OFF) {
		s->state = STARTING; // NORACE
		mine = 1;
	}
	pthread_mutex_unlock(&s->lock);
	return mine;
}

static void start(struct service *s)
{
	if (!begin(s))
		return;
	s->table = calloc(10, sizeof(int)); // NORACE
	pthread_create(&s->thread, NULL, tick, NULL); // NORACE
	pthread_mutex_lock(&s->lock);
	s->state = ON; // NORACE
	pthread_mutex_unlock(&s->lock);
}

static void direct(void)
{
	pthread_mutex_lock(&m);
	if (seen) { // NORACE
		pthread_mutex_unlock(&m);
		return;
	}
	seen = 1;
	pthread_mutex_unlock(&m);
	first++; // NORACE
}

static void by_exchange(void)
{
	if (atomic_exchange(&claimed, 1) == 0)
		second++; // NORACE
}

static int was(void)
{
	static int done;

	pthread_mutex_lock(&m);
	int before = done; // NORACE
	done = 1;
	pthread_mutex_unlock(&m);
	return before;
}

static void *use(void *arg)
{
	start(&service);
	direct();
	by_exchange();
	if (!was())
		third = 1; // NORACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(a, NULL);
	return pthread_join(b, NULL);
}
