// SPDX-License-Identifier: MIT
/* One function sets up several structs: what it allocates for one is not that of another. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	int size, *items;
	pthread_mutex_t *lock;
};

struct pair {
	struct queue in, out;
};

static struct queue first, second, both, guarded, other;
static int count, apart;

static int set_up(struct queue *q, int size)
{
	q->size = size;
	q->items = calloc((size_t)size, sizeof(*q->items));
	q->lock = malloc(sizeof(*q->lock));
	if (!q->items || !q->lock)
		return -1;
	return pthread_mutex_init(q->lock, NULL);
}

static void fill_first(struct queue *q)
{
	for (int i = 0; i < q->size; i++)
		q->items[i] = i; // NORACE
}

static void fill_both(struct queue *q)
{
	for (int i = 0; i < q->size; i++)
		q->items[i] = i; // RACE
}

static void fill_half(int *items, int size)
{
	for (int i = 0; i < size; i++)
		items[i] = i; // NORACE
}

static struct pair *make_pair(void)
{
	struct pair *p = malloc(sizeof(*p));
	if (p && (set_up(&p->in, 4) || set_up(&p->out, 5)))
		exit(1);
	return p;
}

static void *one(void *arg)
{
	struct pair *p = arg;
	fill_first(&first);
	fill_both(&both);
	fill_half(p->in.items, p->in.size);
	pthread_mutex_lock(guarded.lock);
	count++; // NORACE
	pthread_mutex_unlock(guarded.lock);
	pthread_mutex_lock(guarded.lock);
	apart++; // RACE
	pthread_mutex_unlock(guarded.lock);
	return NULL;
}

static void *two(void *arg)
{
	struct pair *p = arg;
	fill_first(&second);
	fill_both(&both);
	fill_half(p->out.items, p->out.size);
	pthread_mutex_lock(guarded.lock);
	count++; // NORACE
	pthread_mutex_unlock(guarded.lock);
	pthread_mutex_lock(other.lock);
	apart++; // RACE
	pthread_mutex_unlock(other.lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	struct pair *p = make_pair();
	if (!p || set_up(&first, 3) || set_up(&second, 4) || set_up(&both, 5) ||
	    set_up(&guarded, 6) || set_up(&other, 7))
		return 1;
	pthread_create(&a, NULL, one, p);
	pthread_create(&b, NULL, two, p);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
