// SPDX-License-Identifier: MIT
/* libuv's locks. */
#include "uv.h"

static uv_mutex_t m, r;
static uv_rwlock_t l;
static uv_cond_t c;
static uv_sem_t s;
static uv_once_t control;
static uv_key_t key;
static int locked, tried, try_ignored, twice, read_only, misused, rw_tried, waited;
static int counted, count_tried, made, outside;

static void make(void)
{
	made = 1; // NORACE
}

static void worker(void *arg)
{
	int sum = 0, mine = 0;

	uv_mutex_lock(&m);
	locked++; // NORACE
	uv_mutex_unlock(&m);
	if (uv_mutex_trylock(&m) == 0) {
		tried++; // NORACE
		uv_mutex_unlock(&m);
	}
	uv_mutex_trylock(&m);
	try_ignored++; // RACE
	uv_mutex_unlock(&m);
	uv_mutex_lock(&r);
	uv_mutex_lock(&r);
	uv_mutex_unlock(&r);
	twice++; // NORACE
	uv_mutex_unlock(&r);
	uv_rwlock_rdlock(&l);
	sum += read_only; // NORACE
	misused++; // RACE
	uv_rwlock_rdunlock(&l);
	uv_rwlock_wrlock(&l);
	read_only++; // NORACE
	uv_rwlock_wrunlock(&l);
	if (uv_rwlock_tryrdlock(&l) == 0) {
		sum += rw_tried; // NORACE
		uv_rwlock_rdunlock(&l);
	}
	if (uv_rwlock_trywrlock(&l) == 0) {
		rw_tried++; // NORACE
		uv_rwlock_wrunlock(&l);
	}
	uv_mutex_lock(&m);
	uv_cond_wait(&c, &m);
	waited++; // NORACE
	uv_cond_timedwait(&c, &m, 100);
	waited++; // NORACE
	uv_cond_signal(&c);
	uv_cond_broadcast(&c);
	uv_mutex_unlock(&m);
	uv_sem_wait(&s);
	counted++; // NORACE
	uv_sem_post(&s);
	if (uv_sem_trywait(&s) == 0) {
		count_tried++; // NORACE
		uv_sem_post(&s);
	}
	uv_once(&control, make);
	sum += made; // NORACE
	uv_key_set(&key, &mine);
	*(int *)uv_key_get(&key) = 1; // NORACE
	outside += sum; // RACE
	(void)arg;
}

int main(void)
{
	uv_thread_t a, b;

	uv_mutex_init(&m);
	uv_mutex_init_recursive(&r);
	uv_rwlock_init(&l);
	uv_cond_init(&c);
	uv_sem_init(&s, 1);
	uv_key_create(&key);
	uv_thread_create(&a, worker, &locked);
	uv_thread_create(&b, worker, &locked);
	uv_thread_join(&a);
	uv_thread_join(&b);
	uv_mutex_destroy(&m);
	return locked + outside; // NORACE
}
