// SPDX-License-Identifier: MIT
/* A lock that main has allocated: main knows it as that memory, the thread by the variable. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	pthread_mutex_t *lock;
	int length;
};

static pthread_mutex_t *lock;
static int count;
static struct queue *queue;

static struct queue *make_queue(void)
{
	struct queue *q = calloc(1, sizeof(*q));

	q->lock = malloc(sizeof(*q->lock));
	pthread_mutex_init(q->lock, NULL);
	return q;
}

static void *work(void *arg)
{
	pthread_mutex_lock(lock);
	count++; // NORACE
	pthread_mutex_unlock(lock);
	pthread_mutex_lock(queue->lock);
	queue->length++; // NORACE
	pthread_mutex_unlock(queue->lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	lock = malloc(sizeof(*lock));
	pthread_mutex_init(lock, NULL);
	queue = make_queue();
	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(lock);
	count++; // NORACE
	pthread_mutex_unlock(lock);
	pthread_mutex_lock(queue->lock);
	queue->length++; // NORACE
	pthread_mutex_unlock(queue->lock);
	pthread_join(t, NULL);
	return count;
}
