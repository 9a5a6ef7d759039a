// SPDX-License-Identifier: MIT
/* Queues of jobs in which one object lies more than once: in a loop, at two places, through helpers;
 * who takes it out does not have it to himself. */
#include <pthread.h>
#include <stdlib.h>

typedef void (*job)(void *);
struct pool {
	pthread_mutex_t m;
	pthread_cond_t c;
	job todo[16];
	void *with[16];
	unsigned first, last;
};
struct item {
	struct item *next;
	long n;
};
struct stack {
	pthread_mutex_t m;
	struct item *top;
};

static struct pool pool = {.m = PTHREAD_MUTEX_INITIALIZER, .c = PTHREAD_COND_INITIALIZER};
static struct stack stack = {PTHREAD_MUTEX_INITIALIZER, NULL};
static long in_loop, at_two_places;

static void submit(struct pool *p, job f, void *with)
{
	pthread_mutex_lock(&p->m);
	p->todo[p->last % 16] = f;
	p->with[p->last % 16] = with;
	p->last++;
	pthread_cond_signal(&p->c);
	pthread_mutex_unlock(&p->m);
}

static void *work(void *arg)
{
	struct pool *p = arg;

	for (;;) {
		pthread_mutex_lock(&p->m);
		while (p->first == p->last)
			pthread_cond_wait(&p->c, &p->m);
		job f = p->todo[p->first % 16];
		void *with = p->with[p->first % 16];
		p->first++;
		pthread_mutex_unlock(&p->m);
		f(with);
	}
	return NULL;
}

static void count(void *with)
{
	++*(long *)with; // RACE
}

static void again(void *with)
{
	*(long *)with += 2; // RACE
}

static void push(struct stack *s, struct item *x)
{
	pthread_mutex_lock(&s->m);
	x->next = s->top;
	s->top = x;
	pthread_mutex_unlock(&s->m);
}

static struct item *pop(struct stack *s)
{
	pthread_mutex_lock(&s->m);
	struct item *x = s->top;
	if (x)
		s->top = x->next;
	pthread_mutex_unlock(&s->m);
	return x;
}

static void *take(void *arg)
{
	struct item *x = pop(&stack);

	if (x)
		x->n++; // RACE
	return arg;
}

static void give(struct item *x)
{
	push(&stack, x);
}

int main(void)
{
	pthread_t t[4];
	struct item *one = calloc(1, sizeof *one);

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, &pool);
	for (int i = 0; i < 10; i++)
		submit(&pool, count, &in_loop);
	submit(&pool, again, &at_two_places);
	submit(&pool, again, &at_two_places);
	give(one);
	give(one);
	for (int i = 2; i < 4; i++)
		pthread_create(&t[i], NULL, take, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
