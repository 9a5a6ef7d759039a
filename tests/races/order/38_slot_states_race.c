// SPDX-License-Identifier: MIT
/* As 38_slot_states_safe.c, but: put back by somebody else, used after it was given away, not marked as taken,
 * not marked on one way, marked in a critical section of its own, or looked at under another lock. */
#include <pthread.h>

enum { FREE, TAKEN, READY };

struct slot {
	pthread_mutex_t m;
	int status, payload;
};
#define SLOT {PTHREAD_MUTEX_INITIALIZER, FREE, 0}

static struct slot back = SLOT, kept = SLOT, unmarked = SLOT, partly = SLOT, late = SLOT, other = SLOT;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

static void use_back(void)
{
	pthread_mutex_lock(&back.m);
	if (back.status == FREE) {
		back.status = TAKEN;
		pthread_mutex_unlock(&back.m);
		back.payload++; // RACE
		pthread_mutex_lock(&back.m);
		back.status = FREE;
	}
	pthread_mutex_unlock(&back.m);
}

static void reset(void)
{
	pthread_mutex_lock(&back.m);
	back.status = FREE;
	pthread_mutex_unlock(&back.m);
}

static void use_kept(void)
{
	pthread_mutex_lock(&kept.m);
	if (kept.status != TAKEN) {
		kept.status = TAKEN;
		pthread_mutex_unlock(&kept.m);
		kept.payload++; // RACE
		pthread_mutex_lock(&kept.m);
		kept.status = READY;
		pthread_mutex_unlock(&kept.m);
		kept.payload--; // RACE
		return;
	}
	pthread_mutex_unlock(&kept.m);
}

static void use_unmarked(void)
{
	pthread_mutex_lock(&unmarked.m);
	if (unmarked.status == FREE) {
		pthread_mutex_unlock(&unmarked.m);
		unmarked.payload++; // RACE
		pthread_mutex_lock(&unmarked.m);
		unmarked.status = READY;
	} else {
		unmarked.status = FREE;
	}
	pthread_mutex_unlock(&unmarked.m);
}

static void use_partly(int some)
{
	pthread_mutex_lock(&partly.m);
	if (partly.status == TAKEN) {
		pthread_mutex_unlock(&partly.m);
		return;
	}
	if (some)
		partly.status = TAKEN;
	pthread_mutex_unlock(&partly.m);
	partly.payload++; // RACE
	pthread_mutex_lock(&partly.m);
	partly.status = FREE;
	pthread_mutex_unlock(&partly.m);
}

static void use_late(void)
{
	int is_free;

	pthread_mutex_lock(&late.m);
	is_free = late.status == FREE;
	pthread_mutex_unlock(&late.m);
	if (!is_free)
		return;
	pthread_mutex_lock(&late.m);
	late.status = TAKEN;
	pthread_mutex_unlock(&late.m);
	late.payload++; // RACE
	pthread_mutex_lock(&late.m);
	late.status = FREE;
	pthread_mutex_unlock(&late.m);
}

static void use_other(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	if (other.status == FREE) { // RACE
		other.status = TAKEN; // RACE
		pthread_mutex_unlock(m);
		other.payload++; // RACE
		pthread_mutex_lock(m);
		other.status = FREE; // RACE
	}
	pthread_mutex_unlock(m);
}

static void *work(void *arg)
{
	use_back();
	if (!arg)
		reset();
	use_kept();
	use_unmarked();
	use_partly(arg != NULL);
	use_late();
	use_other(arg ? &n : &other.m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, &a);
	pthread_join(a, NULL);
	return pthread_join(b, NULL);
}
