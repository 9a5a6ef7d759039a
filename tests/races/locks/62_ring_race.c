// SPDX-License-Identifier: MIT
/* Arrays that are gone round: who comes next finds the same elements again. */
#include <pthread.h>
#include <stdlib.h>

#define SIZE 64

struct peer {
	int fd;
	long sent;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct peer *peers[SIZE];
static int count;

static void add(struct peer *p)
{
	pthread_mutex_lock(&lock);
	if (count < SIZE)
		peers[count++] = p;
	pthread_mutex_unlock(&lock);
}

/* Nobody looks whether another one was stored there. */
static struct peer *in_turn(void)
{
	static unsigned turn;
	struct peer *p = NULL;

	pthread_mutex_lock(&lock);
	if (count)
		p = peers[turn++ % count];
	pthread_mutex_unlock(&lock);
	return p;
}

/* Back to the first behind the last, where those that are there stay. */
static struct peer *round_robin(void)
{
	static int next;
	struct peer *p;

	pthread_mutex_lock(&lock);
	if (next == count)
		next = 0;
	p = peers[next++];
	pthread_mutex_unlock(&lock);
	return p;
}

/* Set back by others, who store none. */
static struct peer *kept[SIZE];
static int at, n;

static struct peer *one_more(void)
{
	struct peer *p = NULL;

	pthread_mutex_lock(&lock);
	if (at < n)
		p = kept[at++];
	pthread_mutex_unlock(&lock);
	return p;
}

static void again(void)
{
	pthread_mutex_lock(&lock);
	at = 0;
	pthread_mutex_unlock(&lock);
}

/* A stack that is raised to what it was, with the same elements. */
static struct peer *stack[SIZE];
static int top;

static struct peer *pop(void)
{
	struct peer *p = NULL;

	pthread_mutex_lock(&lock);
	if (top > 0)
		p = stack[--top];
	pthread_mutex_unlock(&lock);
	return p;
}

static void refill(void)
{
	pthread_mutex_lock(&lock);
	top = 5;
	pthread_mutex_unlock(&lock);
}

/* The lock is left before the step. */
static struct peer *ring[SIZE];
static int head, tail;

static struct peer *take_late(void)
{
	struct peer *p = NULL;

	pthread_mutex_lock(&lock);
	if (head != tail)
		p = ring[head % SIZE];
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	head++;
	pthread_mutex_unlock(&lock);
	return p;
}

static void *work(void *arg)
{
	for (;;) {
		struct peer *p[5] = {in_turn(), round_robin(), one_more(), pop(), take_late()};

		if (p[0])
			p[0]->sent++; // RACE
		if (p[1])
			p[1]->sent++; // RACE
		if (p[2])
			p[2]->sent++; // RACE
		else
			again();
		if (p[3])
			p[3]->sent++; // RACE
		else
			refill();
		if (p[4])
			p[4]->sent++; // RACE
	}
	return arg;
}

static struct peer *make(int fd)
{
	struct peer *p = calloc(1, sizeof(*p));

	if (!p)
		abort();
	p->fd = fd; // NORACE
	return p;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 5; i++) {
		add(make(i));
		kept[n++] = make(i);
		stack[top++] = make(i);
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 5; i++) {
		pthread_mutex_lock(&lock);
		ring[tail % SIZE] = make(i);
		tail++;
		pthread_mutex_unlock(&lock);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
