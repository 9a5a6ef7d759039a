// SPDX-License-Identifier: MIT
/* APR: locks and threads are made through an out-parameter; the entry gets its
 * data as the second argument. */
#include "apr.h"

static apr_thread_mutex_t *m, *nested;
static apr_thread_rwlock_t *l;
static apr_thread_cond_t *c;
static apr_proc_mutex_t *p;
static apr_global_mutex_t *g;
static apr_thread_once_t *control;
static apr_threadkey_t *key;
static apr_queue_t *queue;
static unsigned counter, mixed;
static int locked, tried, try_ignored, twice, read_only, misused, rw_tried, waited, by_process;
static int by_global, global_tried, made, outside, joined, dropped, left_early;
static char shown[32];

static void make(void)
{
	made = 1; // NORACE
}

static void *worker(apr_thread_t *self, void *arg)
{
	int sum = 0, mine = 0;
	void *same = NULL;
	char *fresh = apr_palloc(NULL, 8);

	++*(int *)arg; // RACE
	fresh[0] = 1; // NORACE
	apr_thread_mutex_lock(m);
	locked++; // NORACE
	apr_thread_mutex_unlock(m);
	if (apr_thread_mutex_trylock(m) == 0) {
		tried++; // NORACE
		apr_thread_mutex_unlock(m);
	}
	apr_thread_mutex_trylock(m);
	try_ignored++; // RACE
	apr_thread_mutex_unlock(m);
	apr_thread_mutex_lock(nested);
	apr_thread_mutex_lock(nested);
	apr_thread_mutex_unlock(nested);
	twice++; // NORACE
	apr_thread_mutex_unlock(nested);
	apr_thread_rwlock_rdlock(l);
	sum += read_only; // NORACE
	misused++; // RACE
	apr_thread_rwlock_unlock(l);
	apr_thread_rwlock_wrlock(l);
	read_only++; // NORACE
	apr_thread_rwlock_unlock(l);
	if (apr_thread_rwlock_tryrdlock(l) == 0) {
		sum += rw_tried; // NORACE
		apr_thread_rwlock_unlock(l);
	}
	if (apr_thread_rwlock_trywrlock(l) == 0) {
		rw_tried++; // NORACE
		apr_thread_rwlock_unlock(l);
	}
	apr_thread_mutex_lock(m);
	apr_thread_cond_wait(c, m);
	waited++; // NORACE
	apr_thread_cond_timedwait(c, m, 100);
	waited++; // NORACE
	apr_thread_cond_signal(c);
	apr_thread_mutex_unlock(m);
	apr_proc_mutex_lock(p);
	by_process++; // NORACE
	apr_proc_mutex_unlock(p);
	apr_global_mutex_lock(g);
	by_global++; // NORACE
	apr_global_mutex_unlock(g);
	if (apr_global_mutex_trylock(g) == 0) {
		global_tried++; // NORACE
		apr_global_mutex_unlock(g);
	}
	apr_thread_once(control, make);
	sum += made; // NORACE
	apr_threadkey_private_set(&mine, key);
	apr_threadkey_private_get(&same, key);
	*(int *)same = 1; // NORACE
	apr_atomic_inc32(&counter); // NORACE
	sum += (int)apr_atomic_read32(&counter); // NORACE
	apr_atomic_inc32(&mixed); // RACE
	mixed++; // RACE
	apr_queue_push(queue, fresh); // NORACE
	apr_queue_pop(queue, &same); // NORACE
	apr_psprintf(NULL, "%s", shown); // RACE
	shown[0] = 1; // RACE
	outside += sum; // RACE
	joined++; // RACE
	apr_thread_exit(self, 0);
	left_early++; // NORACE
	return NULL;
}

static void *loose(apr_thread_t *self, void *arg)
{
	(void)self;
	dropped++; // RACE
	return arg;
}

int main(void)
{
	apr_thread_t *a, *b;
	int status, shared;

	apr_thread_mutex_create(&m, 0, NULL);
	apr_thread_mutex_create(&nested, 1, NULL);
	apr_thread_rwlock_create(&l, NULL);
	apr_thread_cond_create(&c, NULL);
	apr_proc_mutex_create(&p, NULL, 0, NULL);
	apr_global_mutex_create(&g, NULL, 0, NULL);
	apr_thread_once_init(&control, NULL);
	apr_threadkey_private_create(&key, NULL, NULL);
	apr_thread_create(&a, NULL, worker, &shared, NULL);
	apr_thread_create(&b, NULL, worker, &shared, NULL);
	apr_thread_join(&status, a);
	apr_thread_join(&status, b);
	joined++; // NORACE
	apr_thread_create(&a, NULL, loose, NULL, NULL);
	apr_thread_detach(a);
	dropped++; // RACE
	return 0;
}
