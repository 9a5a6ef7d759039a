/*
 * A callee may release a lock by a name that may be the caller's own: no longer does
 * that count as held. But who then releases it by its own name has released what he took,
 * and nothing of his callers'.
 */
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
static struct job first = {&p.lock, 0};
static struct job *jobs = &first;
static int under_q;

/* Releases p's lock, if anything. */
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
	b->n++;
	pthread_mutex_unlock(&b->lock);
}

static void *worker(void *unused)
{
	pthread_mutex_lock(&q.lock);
	visit(0);
	under_q++; // NORACE
	pthread_mutex_unlock(&q.lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	visit(1);
	return under_q;
}
