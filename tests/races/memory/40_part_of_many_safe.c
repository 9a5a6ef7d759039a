// A queue is a part of several structs, and each has its own rule: those of mailboxes are
// guarded by one lock, and that of a printer has one user. That most functions which use
// a queue hold the lock says nothing about the one that empties that of a printer.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct queue {
	int waiting;
	int lost;
};

struct mailbox {
	int id;
	struct queue queue;
};

struct printer {
	char name[16];
	struct queue queue;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct queue *shared[16];
static void *_Atomic idle;

#define MAILBOX(n) \
	static void make##n(void) \
	{ \
		struct mailbox *m = calloc(1, sizeof(*m)); \
		if (!m) \
			return; \
		shared[n] = &m->queue; \
	}
MAILBOX(0) MAILBOX(1) MAILBOX(2) MAILBOX(3) MAILBOX(4) MAILBOX(5) MAILBOX(6) MAILBOX(7) MAILBOX(8)

static void make_printer(void)
{
	struct printer *p = calloc(1, sizeof(*p));
	if (p)
		idle = &p->queue;
}

static void put(int id)
{
	pthread_mutex_lock(&lock);
	struct queue *q = shared[id & 7];
	if (q)
		q->waiting++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void get(int id)
{
	pthread_mutex_lock(&lock);
	struct queue *q = shared[id & 7];
	if (q && q->waiting > 0)
		q->waiting--; // NORACE
	pthread_mutex_unlock(&lock);
}

/* Whoever finds it idle has it until he gives it back. */
static void empty(void)
{
	struct queue *q = atomic_exchange(&idle, NULL);
	if (!q)
		return;
	q->waiting = 0; // NORACE
	atomic_store(&idle, q);
}

static void swap(int id)
{
	pthread_mutex_lock(&lock);
	if (id == 100)
		idle = shared[1];
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	int id = *(int *)arg;
	for (int i = 0; i < 100; i++) {
		put(id + i);
		empty();
		swap(id);
		get(id - i);
	}
	return NULL;
}

int main(void)
{
	static int ids[2] = {1, 2};
	pthread_t t[2];
	make0();
	make1();
	make2();
	make3();
	make4();
	make5();
	make6();
	make7();
	make8();
	make_printer();
	pthread_create(&t[0], NULL, work, &ids[0]);
	pthread_create(&t[1], NULL, work, &ids[1]);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
