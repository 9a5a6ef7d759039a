// RUN: --all
/*
 * What a callee releases is one of many locks, by what is known of the pointer; the caller's
 * own lock is among them. That it is the one is unlikely: the race is of level low. Here it is.
 */
#include <pthread.h>

enum { LOCKS = 8 };

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
		       c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER,
		       e = PTHREAD_MUTEX_INITIALIZER, f = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *locks[LOCKS] = {&a, &b, &c, &d, &e, &f, &a, &b};
static int chosen;
static int counter;

static void leave(void)
{
	pthread_mutex_unlock(locks[chosen]);
}

static void *worker(void *unused)
{
	pthread_mutex_lock(&f);
	leave();
	counter++; // RACE
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t x, y;

	(void)argv;
	chosen = argc + 4;
	pthread_create(&x, NULL, worker, NULL);
	pthread_create(&y, NULL, worker, NULL);
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	return counter;
}
