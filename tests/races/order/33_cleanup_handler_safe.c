/* A cleanup handler runs at its pop and where the thread may be cancelled, not at the push. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct lock {
	pthread_mutex_t mutex;
	void (*wakeup)(void);
	atomic_int waiters;
};
static struct lock big = {.mutex = PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int wake, woken, ended, inner, outer;

static void take(struct lock *l)
{
	l->waiters++;
	pthread_mutex_lock(&l->mutex);
	l->waiters--;
}

static void notify(void)
{
	woken = woken + 1; // NORACE
}

static void give(void *data)
{
	struct lock *l = data;
	void (*f)(void) = l->wakeup; // NORACE

	if (f)
		f();
	pthread_mutex_unlock(&l->mutex);
}

static void count_and_unlock(void *a)
{
	ended++; // NORACE
	pthread_mutex_unlock(a);
}

static void leave_inner(void *a)
{
	(void)a;
	inner++; // NORACE
}

static void leave_outer(void *a)
{
	outer++; // NORACE
	pthread_mutex_unlock(a);
}

/* a wrapper takes the lock after the push */
static void *by_wrapper(void *a)
{
	for (int i = 0; i < 10; i++) {
		pthread_cleanup_push(give, a);
		take(a);
		pthread_testcancel();
		wake++; // NORACE
		pthread_cleanup_pop(1);
	}
	return NULL;
}

/* cancelled while it waits, it has the mutex again */
static void *by_condition(void *a)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(count_and_unlock, &m);
	while (!ended) // NORACE
		pthread_cond_wait(&ready, &m);
	pthread_cleanup_pop(1);
	return a;
}

/* the inner one first, then the outer one */
static void *nested(void *a)
{
	pthread_cleanup_push(leave_outer, &m);
	pthread_mutex_lock(&m);
	pthread_cleanup_push(leave_inner, NULL);
	sleep(1);
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(1);
	return a;
}

int main(void)
{
	pthread_t t[6];

	big.wakeup = notify;
	pthread_create(&t[0], NULL, by_wrapper, &big);
	pthread_create(&t[1], NULL, by_wrapper, &big);
	pthread_create(&t[2], NULL, by_condition, NULL);
	pthread_create(&t[3], NULL, by_condition, NULL);
	pthread_create(&t[4], NULL, nested, NULL);
	pthread_create(&t[5], NULL, nested, NULL);
	for (int i = 0; i < 6; i++)
		pthread_cancel(t[i]);
	for (int i = 0; i < 6; i++)
		pthread_join(t[i], NULL);
	return wake + woken + inner + outer;
}
