// SPDX-License-Identifier: MIT
/* C11 threads: create, join, mutexes of each type, call_once, tss. */
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive, timed;
static cnd_t wake;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int locked, tried, try_ignored, time_locked, twice, released, once_made, waited, end;

static void make(void)
{
	once_made = 1; // NORACE
}

static int worker(void *arg)
{
	struct timespec t = {1, 0};
	int *mine = malloc(sizeof(*mine));

	mtx_lock(&plain);
	locked++; // NORACE
	mtx_unlock(&plain);
	if (mtx_trylock(&plain) == thrd_success) {
		tried++; // NORACE
		mtx_unlock(&plain);
	}
	mtx_trylock(&plain);
	try_ignored++; // RACE
	mtx_unlock(&plain);
	if (mtx_timedlock(&timed, &t) == thrd_success) {
		time_locked++; // NORACE
		mtx_unlock(&timed);
	}
	mtx_lock(&recursive);
	mtx_lock(&recursive);
	mtx_unlock(&recursive);
	twice++; // NORACE
	mtx_unlock(&recursive);
	released++; // RACE
	call_once(&flag, make);
	if (once_made && mine) { // NORACE
		tss_set(key, mine);
		*(int *)tss_get(key) = 1; // NORACE
	}
	mtx_lock(&plain);
	cnd_wait(&wake, &plain);
	waited++; // NORACE
	cnd_timedwait(&wake, &plain, &t);
	waited++; // NORACE
	mtx_unlock(&plain);
	cnd_signal(&wake);
	cnd_broadcast(&wake);
	end++; // RACE
	return arg != NULL;
}

int main(void)
{
	thrd_t a, b;
	int result;

	mtx_init(&plain, mtx_plain);
	mtx_init(&recursive, mtx_plain | mtx_recursive);
	mtx_init(&timed, mtx_timed);
	cnd_init(&wake);
	tss_create(&key, free);
	thrd_create(&a, worker, NULL);
	thrd_create(&b, worker, NULL);
	thrd_join(a, &result);
	end++; // RACE
	thrd_join(b, NULL);
	end++; // NORACE
	mtx_destroy(&plain);
	cnd_destroy(&wake);
	tss_delete(key);
	return end + result;
}
