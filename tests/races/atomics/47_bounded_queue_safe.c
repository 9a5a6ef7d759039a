// SPDX-License-Identifier: MIT
// A bounded queue: who has seen the number of a place, and has claimed it, has it until he puts
// the next number there.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIZE = 16 };
struct place {
	atomic_size_t turn;
	int value;
};
struct queue {
	struct place at[SIZE];
	atomic_size_t head, tail;
};
static struct queue one, two;

static void begin(struct queue *q)
{
	for (size_t i = 0; i < SIZE; i++)
		atomic_init(&q->at[i].turn, i);
}

static bool claim(atomic_size_t *end, size_t *pos)
{
	return atomic_compare_exchange_weak_explicit(end, pos, *pos + 1, memory_order_relaxed,
						     memory_order_relaxed);
}

static bool push(struct queue *q, int v)
{
	size_t pos = atomic_load_explicit(&q->tail, memory_order_relaxed);
	for (;;) {
		struct place *p = &q->at[pos % SIZE];
		size_t turn = atomic_load_explicit(&p->turn, memory_order_acquire);
		if (turn == pos) {
			if (claim(&q->tail, &pos)) {
				p->value = v; // NORACE
				atomic_store_explicit(&p->turn, pos + 1, memory_order_release);
				return true;
			}
		} else if ((intptr_t)(turn - pos) < 0) {
			return false;
		} else {
			pos = atomic_load_explicit(&q->tail, memory_order_relaxed);
		}
	}
}

static bool pop(struct queue *q, int *v)
{
	size_t pos = atomic_load_explicit(&q->head, memory_order_relaxed);
	for (;;) {
		struct place *p = &q->at[pos % SIZE];
		size_t turn = atomic_load_explicit(&p->turn, memory_order_acquire);
		if (turn == pos + 1) {
			if (claim(&q->head, &pos)) {
				*v = p->value; // NORACE
				atomic_store_explicit(&p->turn, pos + SIZE,
						      memory_order_release);
				return true;
			}
		} else if ((intptr_t)(turn - pos - 1) < 0) {
			return false;
		} else {
			pos = atomic_load_explicit(&q->head, memory_order_relaxed);
		}
	}
}

/* the same, told at once */
static bool put(struct queue *q, int v)
{
	size_t pos = atomic_load_explicit(&q->tail, memory_order_relaxed);
	struct place *p = &q->at[pos % SIZE];
	while (atomic_load_explicit(&p->turn, memory_order_acquire) != pos ||
	       !claim(&q->tail, &pos))
		p = &q->at[pos % SIZE];
	p->value = v; // NORACE
	atomic_store_explicit(&p->turn, pos + 1, memory_order_release);
	return true;
}

static void *produce(void *arg)
{
	for (int i = 0; i < 99; i++)
		while (!push(&one, i))
			;
	return arg;
}

static void *put_all(void *arg)
{
	for (int i = 0; i < 9; i++)
		put(&two, i);
	return arg;
}

static void *consume(void *arg)
{
	int v, n = 0;
	while (n < 99)
		n += pop(&one, &v);
	return arg;
}

int main(void)
{
	pthread_t id[6];
	begin(&one);
	begin(&two);
	pthread_create(&id[0], NULL, produce, NULL);
	pthread_create(&id[1], NULL, produce, NULL);
	pthread_create(&id[2], NULL, consume, NULL);
	pthread_create(&id[3], NULL, consume, NULL);
	pthread_create(&id[4], NULL, put_all, NULL);
	pthread_create(&id[5], NULL, put_all, NULL);
	for (int i = 0; i < 6; i++)
		pthread_join(id[i], NULL);
	return 0;
}
