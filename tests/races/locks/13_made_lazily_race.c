// SPDX-License-Identifier: MIT
/* Mutexes that are made when they are needed first, and then others: the slot is stored to, emptied,
 * exchanged, cleared, compared with something else than null; there are two slots; or who comes too
 * late goes on with his own mutex. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef pthread_mutex_t *_Atomic slot_t;

static pthread_mutex_t *new_mutex(void)
{
	pthread_mutex_t *m = malloc(sizeof *m);

	if (!m)
		abort();
	pthread_mutex_init(m, NULL);
	return m;
}

static bool fill(slot_t *s, pthread_mutex_t *m)
{
	pthread_mutex_t *none = NULL;

	return atomic_compare_exchange_strong(s, &none, m);
}

static pthread_mutex_t *get(slot_t *s)
{
	pthread_mutex_t *m = atomic_load(s);

	if (m)
		return m;
	m = new_mutex();
	return fill(s, m) ? m : atomic_load(s);
}

/* ---- stored to ---- */

static slot_t stored;
static int a;

static void use_stored(void)
{
	pthread_mutex_t *m = get(&stored);

	pthread_mutex_lock(m);
	a++; // RACE
	pthread_mutex_unlock(m);
	atomic_store(&stored, new_mutex());
}

/* ---- emptied: the next one makes another ---- */

static slot_t emptied;
static int b;

static void use_emptied(void)
{
	pthread_mutex_t *m = get(&emptied);

	pthread_mutex_lock(m);
	b++; // RACE
	atomic_store(&emptied, NULL);
	pthread_mutex_unlock(m);
}

/* ---- exchanged ---- */

static slot_t exchanged;
static int c;

static void use_exchanged(void)
{
	pthread_mutex_t *m = get(&exchanged);

	pthread_mutex_lock(m);
	c++; // RACE
	pthread_mutex_unlock(m);
	atomic_exchange(&exchanged, new_mutex());
}

/* ---- replaced, by a helper that is given what is expected ---- */

static slot_t replaced;
static int d;

static bool replace(slot_t *s, pthread_mutex_t *from, pthread_mutex_t *to)
{
	return atomic_compare_exchange_strong(s, &from, to);
}

static void use_replaced(void)
{
	pthread_mutex_t *m = atomic_load(&replaced);

	if (!m) {
		m = new_mutex();
		if (!replace(&replaced, NULL, m))
			m = atomic_load(&replaced);
	}
	pthread_mutex_lock(m);
	d++; // RACE
	replace(&replaced, m, new_mutex());
	pthread_mutex_unlock(m);
}

/* ---- two slots ---- */

static slot_t one, other;
static int e;

static void use_one(slot_t *s)
{
	pthread_mutex_t *m = get(s);

	pthread_mutex_lock(m);
	e++; // RACE
	pthread_mutex_unlock(m);
}

/* ---- too late ---- */

static slot_t mine;
static int f;

static void use_mine(void)
{
	pthread_mutex_t *m = atomic_load(&mine);

	if (!m) {
		m = new_mutex();
		fill(&mine, m);
	}
	pthread_mutex_lock(m);
	f++; // RACE
	pthread_mutex_unlock(m);
}

/* ---- cleared, with all that is around it ---- */

static struct {
	int uses;
	pthread_mutex_t *lock;
} cleared;
static int g;

static void use_cleared(void)
{
	pthread_mutex_t *m = __atomic_load_n(&cleared.lock, __ATOMIC_SEQ_CST); // RACE
	pthread_mutex_t *other;

	if (!m) {
		m = new_mutex();
		other = __sync_val_compare_and_swap(&cleared.lock, NULL, m); // RACE
		m = other ? other : m;
	}
	pthread_mutex_lock(m);
	g++; // RACE
	pthread_mutex_unlock(m);
	memset(&cleared, 0, sizeof cleared); // RACE
}

static void *work(void *arg)
{
	use_stored();
	use_emptied();
	use_exchanged();
	use_replaced();
	use_one(&one);
	use_mine();
	use_cleared();
	return arg;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, NULL);
	use_stored();
	use_emptied();
	use_exchanged();
	use_replaced();
	use_one(&other);
	use_mine();
	use_cleared();
	pthread_join(id, NULL);
	return 0;
}
