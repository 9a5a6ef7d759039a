/* As lost_in_callee.c, but what the callee releases is the lock that the worker holds. */
#include <pthread.h>

struct box {
	pthread_mutex_t lock;
	int n;
};

struct job {
	pthread_mutex_t *lock;
	int paused;
};

static struct box p = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct box q = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct box *table[2] = {&p, &q};
static struct job first = {&q.lock, 0};
static struct job *jobs = &first;
static int under_q;

/* Releases q's lock, if it was paused. */
static void done(void)
{
	struct job *j = jobs;

	if (j->paused)
		pthread_mutex_unlock(j->lock);
}

static void visit(int i)
{
	struct box *b = table[i];

	pthread_mutex_lock(&b->lock);
	done();
	b->n++; // FP b is p, whose lock nobody releases meanwhile
	pthread_mutex_unlock(&b->lock);
}

static void *worker(void *unused)
{
	pthread_mutex_lock(&q.lock);
	visit(0);
	under_q++; // RACE
	pthread_mutex_unlock(&q.lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	first.paused = 1;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	visit(1);
	return under_q;
}
