// SPDX-License-Identifier: MIT
/* SDL's threads and locks: mutexes are objects made by a call, and recursive. */
#include <stddef.h>
#include "sdl.h"

static SDL_mutex *m;
static SDL_RWLock *l;
static SDL_cond *c;
static SDL_sem *s;
static SDL_SpinLock spin;
static SDL_atomic_t atomic, mixed;
static unsigned key;
static int locked, tried, try_ignored, twice, read_only, misused, spinning, spin_tried, waited;
static int counted, count_tried, audio, outside, joined, dropped, timer;

static int worker(void *arg)
{
	int sum = 0, mine = 0;

	SDL_LockMutex(m);
	locked++; // NORACE
	SDL_UnlockMutex(m);
	if (SDL_TryLockMutex(m) == 0) {
		tried++; // NORACE
		SDL_UnlockMutex(m);
	}
	SDL_TryLockMutex(m);
	try_ignored++; // RACE
	SDL_UnlockMutex(m);
	SDL_LockMutex(m);
	SDL_LockMutex(m);
	SDL_UnlockMutex(m);
	twice++; // NORACE
	SDL_UnlockMutex(m);
	SDL_LockRWLockForReading(l);
	sum += read_only; // NORACE
	misused++; // RACE
	SDL_UnlockRWLock(l);
	SDL_LockRWLockForWriting(l);
	read_only++; // NORACE
	SDL_UnlockRWLock(l);
	SDL_AtomicLock(&spin);
	spinning++; // NORACE
	SDL_AtomicUnlock(&spin);
	if (SDL_AtomicTryLock(&spin)) {
		spin_tried++; // NORACE
		SDL_AtomicUnlock(&spin);
	}
	SDL_LockMutex(m);
	SDL_CondWait(c, m);
	waited++; // NORACE
	SDL_CondWaitTimeout(c, m, 100);
	waited++; // NORACE
	SDL_CondSignal(c);
	SDL_UnlockMutex(m);
	SDL_SemWait(s);
	counted++; // NORACE
	SDL_SemPost(s);
	if (SDL_SemTryWait(s) == 0) {
		count_tried++; // NORACE
		SDL_SemPost(s);
	}
	SDL_LockAudio();
	audio++; // NORACE
	SDL_UnlockAudio();
	SDL_AtomicAdd(&atomic, 1); // NORACE
	sum += SDL_AtomicGet(&atomic); // NORACE
	SDL_AtomicAdd(&mixed, 1); // RACE
	mixed.value++; // RACE
	SDL_TLSSet(key, &mine, NULL);
	*(int *)SDL_TLSGet(key) = 1; // NORACE
	outside += sum; // RACE
	joined++; // RACE
	return arg != NULL;
}

static int loose(void *arg)
{
	dropped++; // RACE
	return arg != NULL;
}

static unsigned tick(unsigned interval, void *arg)
{
	++*(int *)arg; // RACE
	return interval;
}

int main(void)
{
	SDL_Thread *a, *b;
	int status;

	m = SDL_CreateMutex();
	l = SDL_CreateRWLock();
	c = SDL_CreateCond();
	s = SDL_CreateSemaphore(1);
	key = SDL_TLSCreate();
	a = SDL_CreateThread(worker, "a", NULL);
	b = SDL_CreateThread(worker, "b", NULL);
	SDL_WaitThread(a, &status);
	SDL_WaitThread(b, NULL);
	joined++; // NORACE
	SDL_DestroyMutex(m);
	a = SDL_CreateThread(loose, "c", NULL);
	SDL_DetachThread(a);
	dropped++; // RACE
	SDL_AddTimer(10, tick, &timer);
	timer++; // RACE
	return status;
}
