// SPDX-License-Identifier: MIT
/* Two queues of one kind with a lock each, which keep a pointer to their own end: as long as they are
 * empty it points into the queue itself. By hand, and as the macros of the system have it. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/queue.h>

struct item {
	struct item *next;
	int n;
};

struct queue {
	pthread_mutex_t lock;
	struct item *head, **tail;
};

struct job {
	TAILQ_ENTRY(job) link;
	int n;
};

struct jobs {
	pthread_mutex_t lock;
	TAILQ_HEAD(, job) list;
	int count;
};

static struct queue todo, done;
static struct jobs *in, *out;

static void init(struct queue *q)
{
	pthread_mutex_init(&q->lock, NULL);
	q->head = NULL;
	q->tail = &q->head;
}

static void push(struct queue *q, struct item *i)
{
	i->next = NULL;
	pthread_mutex_lock(&q->lock);
	*q->tail = i; // NORACE
	q->tail = &i->next; // NORACE
	pthread_mutex_unlock(&q->lock);
}

static struct item *pop(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	struct item *i = q->head; // NORACE
	if (i) {
		q->head = i->next; // NORACE
		if (!q->head)
			q->tail = &q->head; // NORACE
	}
	pthread_mutex_unlock(&q->lock);
	return i;
}

static struct jobs *make(void)
{
	struct jobs *q = calloc(1, sizeof(*q));

	pthread_mutex_init(&q->lock, NULL);
	TAILQ_INIT(&q->list);
	return q;
}

static void put(struct jobs *q, struct job *j)
{
	pthread_mutex_lock(&q->lock);
	TAILQ_INSERT_TAIL(&q->list, j, link); // NORACE
	q->count++; // NORACE
	pthread_mutex_unlock(&q->lock);
}

static struct job *get(struct jobs *q)
{
	pthread_mutex_lock(&q->lock);
	struct job *j = TAILQ_FIRST(&q->list); // NORACE
	if (j) {
		TAILQ_REMOVE(&q->list, j, link); // NORACE
		q->count--; // NORACE
	}
	pthread_mutex_unlock(&q->lock);
	return j;
}

static void *work(void *arg)
{
	struct item *i;
	struct job *j;

	while ((i = pop(&todo)))
		push(&done, i);
	while ((j = get(in)))
		put(out, j);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	init(&todo);
	init(&done);
	in = make();
	out = make();
	for (int i = 0; i < 9; i++) {
		push(&todo, calloc(1, sizeof(struct item)));
		put(in, calloc(1, sizeof(struct job)));
	}
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	free(pop(&done));
	free(get(out));
	pthread_join(a, NULL);
	return pthread_join(b, NULL);
}
