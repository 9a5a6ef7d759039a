// SPDX-License-Identifier: MIT
/* GLib's locks: a trylock succeeds when it is not zero. */
#include "glib.h"

static GMutex m;
static GRecMutex r;
static GRWLock l;
static GCond c;
static volatile int bits;
static int locked, tried, try_wrong, twice, once_only, rec_tried, read_only, misused, rw_tried;
static int bit_locked, bit_tried, waited, outside;

static void *worker(void *arg)
{
	int sum = 0;

	g_mutex_lock(&m);
	locked++; // NORACE
	g_mutex_unlock(&m);
	if (g_mutex_trylock(&m)) {
		tried++; // NORACE
		g_mutex_unlock(&m);
	}
	if (g_mutex_trylock(&m) == 0)
		try_wrong++; // RACE
	else
		g_mutex_unlock(&m);
	g_rec_mutex_lock(&r);
	g_rec_mutex_lock(&r);
	g_rec_mutex_unlock(&r);
	twice++; // NORACE
	g_rec_mutex_unlock(&r);
	once_only++; // RACE
	if (g_rec_mutex_trylock(&r)) {
		rec_tried++; // NORACE
		g_rec_mutex_unlock(&r);
	}
	g_rw_lock_reader_lock(&l);
	sum += read_only; // NORACE
	misused++; // RACE
	g_rw_lock_reader_unlock(&l);
	g_rw_lock_writer_lock(&l);
	read_only++; // NORACE
	g_rw_lock_writer_unlock(&l);
	if (g_rw_lock_reader_trylock(&l)) {
		sum += rw_tried; // NORACE
		g_rw_lock_reader_unlock(&l);
	}
	if (g_rw_lock_writer_trylock(&l)) {
		rw_tried++; // NORACE
		g_rw_lock_writer_unlock(&l);
	}
	g_bit_lock(&bits, 0);
	bit_locked++; // NORACE
	g_bit_unlock(&bits, 0);
	if (g_bit_trylock(&bits, 0)) {
		bit_tried++; // NORACE
		g_bit_unlock(&bits, 0);
	}
	g_mutex_lock(&m);
	g_cond_wait(&c, &m);
	waited++; // NORACE
	g_cond_wait_until(&c, &m, 100);
	waited++; // NORACE
	g_cond_signal(&c);
	g_cond_broadcast(&c);
	g_mutex_unlock(&m);
	outside += sum; // RACE
	return arg;
}

int main(void)
{
	GThread *a, *b;

	g_mutex_init(&m);
	g_rec_mutex_init(&r);
	g_rw_lock_init(&l);
	a = g_thread_new("a", worker, NULL);
	b = g_thread_new("b", worker, NULL);
	g_thread_join(a);
	g_thread_join(b);
	g_mutex_clear(&m);
	return 0;
}
