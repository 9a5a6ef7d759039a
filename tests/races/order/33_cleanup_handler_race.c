/* Where the thread is cancelled without the lock, the handler runs without it. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int early, inside, ended, never, passed;

static void count_early(void *a)
{
	(void)a;
	early++; // RACE
}

static void count_inside(void *a)
{
	(void)a;
	inside++; // RACE
}

static void count_ended(void *a)
{
	(void)a;
	ended++; // RACE
}

static void count_never(void *a)
{
	(void)a;
	never++; // NORACE
}

static void pass_on(void *a)
{
	pthread_mutex_unlock(a);
}

static void count_passed(void *a)
{
	(void)a;
	passed++; // RACE
}

/* a point before the lock is taken */
static void *cancelled_early(void *a)
{
	pthread_cleanup_push(count_early, NULL);
	pthread_testcancel();
	pthread_mutex_lock(&m);
	early++; // RACE
	pthread_mutex_unlock(&m);
	pthread_cleanup_pop(0);
	return a;
}

static void rest(int n)
{
	usleep((unsigned)n);
}

/* in a function that is called */
static void *cancelled_inside(void *a)
{
	pthread_cleanup_push(count_inside, NULL);
	rest(1);
	pthread_cleanup_pop(0);
	return a;
}

/* it ends itself */
static void *ends_itself(void *a)
{
	pthread_cleanup_push(count_ended, NULL);
	if (a)
		pthread_exit(NULL);
	pthread_cleanup_pop(0);
	return a;
}

/* nothing in between is such a point */
static void *never_cancelled(void *a)
{
	pthread_cleanup_push(count_never, NULL);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_cleanup_pop(0);
	return a;
}

/* the inner handler has released the lock when the outer one runs */
static void *nested(void *a)
{
	pthread_cleanup_push(count_passed, NULL);
	pthread_mutex_lock(&m);
	pthread_cleanup_push(pass_on, &m);
	sleep(1);
	pthread_cleanup_pop(1);
	pthread_cleanup_pop(0);
	return a;
}

int main(void)
{
	pthread_t t[10];

	for (int i = 0; i < 10; i += 5) {
		pthread_create(&t[i], NULL, cancelled_early, NULL);
		pthread_create(&t[i + 1], NULL, cancelled_inside, NULL);
		pthread_create(&t[i + 2], NULL, ends_itself, &m);
		pthread_create(&t[i + 3], NULL, never_cancelled, NULL);
		pthread_create(&t[i + 4], NULL, nested, NULL);
	}
	for (int i = 0; i < 10; i++)
		pthread_cancel(t[i]);
	return 0;
}
