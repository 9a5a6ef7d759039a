// SPDX-License-Identifier: MIT
/* Atomics as library calls: safe among themselves, racing with plain accesses;
 * the buffers beside the atomic object are plain. */
#include "../two.h"

extern void lib_load(unsigned long n, void *p, void *out, int order) __asm__("__atomic_load");
extern void lib_store(unsigned long n, void *p, void *value, int order) __asm__("__atomic_store");
extern void lib_exchange(unsigned long n, void *p, void *value, void *out, int order)
	__asm__("__atomic_exchange");
extern _Bool lib_cas(unsigned long n, void *p, void *expected, void *value, int ok, int bad)
	__asm__("__atomic_compare_exchange");
extern unsigned long lib_load_8(void *p, int order) __asm__("__atomic_load_8");
extern unsigned long lib_add_8(void *p, unsigned long v, int order) __asm__("__atomic_fetch_add_8");
extern int sync_cas_4(int *p, int old, int value) __asm__("__sync_val_compare_and_swap_4");
extern int flag_set(char *p) __asm__("atomic_flag_test_and_set");
extern void flag_clear(char *p) __asm__("atomic_flag_clear");

struct triple {
	long a, b, c;
};

static struct triple shared, mixed, from, to, swapped;
static long counter, mixed_counter;
static int synced;
static char flag;

static void *worker(void *arg)
{
	struct triple local = {0, 0, 0};

	lib_load(sizeof(shared), &shared, &local, 5); // NORACE
	lib_store(sizeof(shared), &shared, &local, 5); // NORACE
	lib_exchange(sizeof(swapped), &swapped, &local, &local, 5); // NORACE
	lib_cas(sizeof(swapped), &swapped, &local, &local, 5, 5); // NORACE
	lib_store(sizeof(mixed), &mixed, &local, 5); // RACE
	local.a += mixed.b; // RACE
	lib_load(sizeof(shared), &shared, &to, 5); // RACE
	local.a += to.c; // RACE
	lib_store(sizeof(shared), &shared, &from, 5); // RACE
	from.c = 1; // RACE
	lib_add_8(&counter, 1, 5); // NORACE
	local.a += (long)lib_load_8(&counter, 5); // NORACE
	lib_add_8(&mixed_counter, 1, 5); // RACE
	mixed_counter++; // RACE
	sync_cas_4(&synced, 0, 1); // NORACE
	flag_set(&flag); // NORACE
	flag_clear(&flag); // NORACE
	return local.a ? arg : NULL;
}

TWO_THREADS(worker, worker)
