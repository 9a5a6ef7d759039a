// SPDX-License-Identifier: MIT
/* What is done once, by hand: begin returns true with the lock of the object held, which is made when
 * it is needed first; end gives it back. Something of the kind is done while such a lock is held. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct once {
	pthread_mutex_t *mutex;
	int done;
};

static pthread_mutex_t *mutex_of(struct once *o)
{
	pthread_mutex_t *m = __atomic_load_n(&o->mutex, __ATOMIC_SEQ_CST), *none = NULL;

	if (m)
		return m;
	m = malloc(sizeof *m);
	pthread_mutex_init(m, NULL);
	if (__atomic_compare_exchange_n(&o->mutex, &none, m, false, __ATOMIC_SEQ_CST,
					__ATOMIC_SEQ_CST))
		return m;
	pthread_mutex_destroy(m);
	free(m);
	return __atomic_load_n(&o->mutex, __ATOMIC_SEQ_CST);
}

static bool once_begin(struct once *o)
{
	pthread_mutex_t *m;

	if (__atomic_load_n(&o->done, __ATOMIC_SEQ_CST))
		return false;
	m = mutex_of(o);
	pthread_mutex_lock(m);
	if (__atomic_load_n(&o->done, __ATOMIC_SEQ_CST)) {
		pthread_mutex_unlock(m);
		return false;
	}
	return true;
}

static void once_end(struct once *o)
{
	__atomic_store_n(&o->done, 1, __ATOMIC_SEQ_CST);
	pthread_mutex_unlock(mutex_of(o));
}

static void once_run(struct once *o, void (*set_up)(void))
{
	if (once_begin(o)) {
		set_up();
		once_end(o);
	}
}

static struct once table_once, log_once, count_once;
static int *table, level, count;

static void make_table(void)
{
	table = malloc(sizeof *table); // NORACE
}

static int *get_table(void)
{
	once_run(&table_once, make_table);
	return table; // NORACE
}

static void log_count(void)
{
	if (once_begin(&log_once)) {
		level = 1; // NORACE
		once_end(&log_once);
	}
}

static void step(void)
{
	pthread_mutex_t *m = mutex_of(&count_once);

	pthread_mutex_lock(m);
	if (count > 9) // NORACE
		log_count();
	count++; // NORACE
	pthread_mutex_unlock(m);
}

static void *work(void *arg)
{
	step();
	return get_table() ? arg : NULL;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, NULL);
	step();
	get_table();
	pthread_join(id, NULL);
	return 0;
}
