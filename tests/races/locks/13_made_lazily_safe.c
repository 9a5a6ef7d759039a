// SPDX-License-Identifier: MIT
/* Mutexes that are made when they are needed first: whoever exchanges null for his own has made the
 * one, in a variable, in a struct, in an allocated object; by an instruction and through helpers. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t *new_mutex(void)
{
	pthread_mutex_t *m = malloc(sizeof *m);

	if (!m)
		abort();
	pthread_mutex_init(m, NULL);
	return m;
}

static void free_mutex(pthread_mutex_t *m)
{
	pthread_mutex_destroy(m);
	free(m);
}

/* ---- one variable ---- */

static pthread_mutex_t *_Atomic slot;
static int hits;

static pthread_mutex_t *get(void)
{
	pthread_mutex_t *m = atomic_load(&slot), *none = NULL;

	if (m)
		return m;
	m = new_mutex();
	if (atomic_compare_exchange_strong(&slot, &none, m))
		return m;
	free_mutex(m);
	return none;
}

static void hit(void)
{
	pthread_mutex_t *m = get();

	pthread_mutex_lock(m);
	hits++; // NORACE
	pthread_mutex_unlock(m);
}

/* ---- in structs, through helpers ---- */

typedef struct {
	volatile uintptr_t value;
} word;

struct lazy {
	int uses;
	word made;
};

static struct lazy reads, writes;
static long read_bytes, written_bytes;

static void *word_load(const word *w)
{
	return (void *)__atomic_load_n(&w->value, __ATOMIC_ACQUIRE);
}

static bool word_exchange(word *w, void *from, void *to)
{
	return __sync_bool_compare_and_swap(&w->value, (uintptr_t)from, (uintptr_t)to);
}

static bool word_fill(word *w, void *to)
{
	return word_exchange(w, NULL, to);
}

static pthread_mutex_t *lazy_get(struct lazy *l)
{
	pthread_mutex_t *m = word_load(&l->made);

	if (!m) {
		m = new_mutex();
		if (!word_fill(&l->made, m)) {
			free_mutex(m);
			m = word_load(&l->made);
		}
	}
	return m;
}

static void lazy_lock(struct lazy *l)
{
	pthread_mutex_lock(lazy_get(l));
}

static void lazy_unlock(struct lazy *l)
{
	pthread_mutex_unlock(lazy_get(l));
}

static void count(long in, long out)
{
	lazy_lock(&reads);
	read_bytes += in; // NORACE
	lazy_lock(&writes);
	written_bytes += out; // NORACE
	lazy_unlock(&writes);
	read_bytes++; // NORACE
	lazy_unlock(&reads);
}

/* ---- in an object ---- */

struct box {
	pthread_mutex_t *lock;
	int items;
};

static struct box *box_new(void)
{
	struct box *b = malloc(sizeof *b);

	if (!b)
		abort();
	b->lock = NULL;
	b->items = 0;
	return b;
}

static void box_put(struct box *b)
{
	pthread_mutex_t *mine, *m = __atomic_load_n(&b->lock, __ATOMIC_SEQ_CST);

	if (!m) {
		mine = new_mutex();
		m = __sync_val_compare_and_swap(&b->lock, NULL, mine);
		if (m)
			free_mutex(mine);
		else
			m = mine;
	}
	pthread_mutex_lock(m);
	b->items++; // NORACE
	pthread_mutex_unlock(m);
}

static void *work(void *arg)
{
	hit();
	count(1, 2);
	box_put(arg);
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	struct box *b = box_new();

	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, b);
	hit();
	count(3, 4);
	box_put(b);
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	free_mutex(atomic_load(&slot));
	atomic_store(&slot, NULL);
	return hits + b->items; // NORACE
}
