/* SPDX-License-Identifier: MIT */
/*
 * The race itself. A thread that is stopped before an access leaves its bytes in a slot.
 * Another thread that is about to touch one of them, when one of the two writes and not
 * both are atomic, has met it: both are before their accesses at the same moment, so
 * nothing orders them. No lock, join or order needs to be known for that.
 *
 * Then the one that writes goes first, and the other, still stopped, sees what became of
 * the bytes; or the one that reads, as if the other were slow.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { PAIRS_KEPT = 4096, LOOKS = 200, LOOK_US = 50, LATE_US = 2000, BOTH_SIDES = 3 };

/* Pairs of places that were seen: each is told once. Guarded by the scheduler's lock. */
static uint64_t seen[PAIRS_KEPT];
static uint32_t seen_count;

static bool is_new_pair(uintptr_t a, uintptr_t b)
{
	uint64_t key = mix(a < b ? a : b, a < b ? b : a) | 1;
	uint32_t at = (uint32_t)key % PAIRS_KEPT;
	for (; seen[at]; at = (at + 1) % PAIRS_KEPT) {
		if (seen[at] == key)
			return false;
	}
	if (seen_count > PAIRS_KEPT / 2)
		return false;
	seen[at] = key;
	seen_count++;
	return true;
}

static bool conflicts(const struct access *a, const struct access *b)
{
	return a->low < b->high && b->low < a->high && ((a->flags | b->flags) & WRITES) &&
	       !(a->flags & b->flags & ATOMIC) &&
	       (!plan.replay || (a->sides | b->sides) == BOTH_SIDES);
}

/* A handler that interrupts its own thread: volatile sig_atomic_t is made for that. */
static bool is_allowed_in_handler(const struct access *a, const struct access *b)
{
	return ((a->flags & (VOLATILE | ATOMIC)) && (b->flags & (VOLATILE | ATOMIC)) &&
		a->high - a->low <= sizeof(int));
}

/* The memory may be gone by now: not read directly. */
void read_bytes(unsigned char *to, const struct slot *s)
{
	size_t n = s->high - s->low;
	struct iovec local = {to, n}, remote = {(void *)s->low, n};
	memset(to, 0, sizeof(s->before));
	syscall(SYS_process_vm_readv, getpid(), &local, 1UL, &remote, 1UL, 0UL);
}

static void look_for_change(const struct slot *s)
{
	unsigned char now[sizeof(s->before)];
	const struct timespec t = {0, LOOK_US * 1000};
	for (int i = 0; i < LOOKS; i++) {
		read_bytes(now, s);
		if (memcmp(now, s->before, sizeof(now)) != 0)
			break;
		syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &t, NULL);
	}
	log_after(s->race, s);
}

/* Is it still there, and nobody else has come? Then it waits for us. */
static bool claim(struct slot *s, const struct access *a)
{
	bool mine = false;
	sched_lock();
	if (s->kind == SLOT_HOLD && (atomic_load(&watched) >> (s - slots) & 1) && !s->matched &&
	    !(self.slot && self.slot->matched) && conflicts(&s->access, a) &&
	    !(s->thread == &self && is_allowed_in_handler(&s->access, a)) &&
	    is_new_pair(s->access.pc, a->pc)) {
		mine = s->matched = true;
		s->low = s->access.low > a->low ? s->access.low : a->low;
		s->high = s->access.high < a->high ? s->access.high : a->high;
		if (s->high - s->low > sizeof(s->before))
			s->high = s->low + sizeof(s->before);
		if (self.slot && self.slot != s)
			atomic_fetch_and(&watched, ~(UINT64_C(1) << (self.slot - slots)));
	} else if ((a->flags & FREES) && s->kind == SLOT_HOLD && !s->matched &&
		   s->thread != &self) {
		/* its memory will be somebody else's: whoever touches that then is no race */
		atomic_fetch_and(&watched, ~(UINT64_C(1) << (s - slots)));
		release_slot(s);
	}
	sched_unlock();
	return mine;
}

void forget_memory(uintptr_t low, uintptr_t high)
{
	sched_lock();
	for (uint64_t mask = atomic_load(&watched); mask; mask &= mask - 1) {
		struct slot *s = &slots[__builtin_ctzll(mask)];
		if (s->kind != SLOT_HOLD || s->matched || s->access.low >= high ||
		    s->access.high <= low)
			continue;
		atomic_fetch_and(&watched, ~(UINT64_C(1) << (s - slots)));
		release_slot(s);
	}
	sched_unlock();
}

/* In half of the runs the one that reads goes first, and gets to where the old value leads. */
static bool writes_late(const struct access *a, const struct access *b)
{
	return plan.seed / 2 % 2 && !plan.replay && ((a->flags ^ b->flags) & WRITES);
}

static void let_others_run(void)
{
	const struct timespec t = {0, LATE_US * 1000};
	syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &t, NULL);
}

/* arrival 0: it is not counted yet. */
static void meet(struct slot *s, const struct access *a, uint32_t arrival)
{
	bool late = writes_late(&s->access, a);
	end_replay();
	read_bytes(s->before, s);
	s->race = log_race(s, a, arrival ? arrival : next_arrival(a->pc));
	bool same_thread = s->thread == &self;
	static _Thread_local struct slot copy;
	copy = *s;
	bool stays = !(a->flags & WRITES) && !same_thread && !late;
	/* the held thread looks for what we write, or goes first and we look */
	s->race = stays || same_thread || late ? 0 : s->race;
	s->late = late && (s->access.flags & WRITES);
	release_slot(s);
	if (stays)
		look_for_change(&copy);
	if (late && (a->flags & WRITES))
		let_others_run();
}

bool meet_watched(const struct access *a, uint32_t arrival)
{
	uint64_t mask = atomic_load(&watched);
	for (; mask; mask &= mask - 1) {
		struct slot *s = &slots[__builtin_ctzll(mask)];
		/* one's own slot counts only for a handler that runs while it waits */
		if (s == self.slot && !self.waiting)
			continue;
		if (s->access.low < a->high && a->low < s->access.high &&
		    !is_read_only(a->low) && claim(s, a)) {
			meet(s, a, arrival);
			return true;
		}
	}
	return false;
}

bool hold(const struct access *a, uint32_t microseconds, uint32_t arrival)
{
	struct slot *s = take_slot(SLOT_HOLD);
	if (!s)
		return false;
	s->access = *a;
	s->arrival = arrival;
	s->copy = self;
	take_stack(&s->stack, a->pc);
	atomic_fetch_or(&watched, UINT64_C(1) << (s - slots));
	meet_watched(a, arrival); /* somebody may have stopped at the same moment */
	int inside = self.inside;
	self.waiting = true;
	self.inside = 0;
	if (plan.signals)
		send_handled_signals();
	bool met = wait_in_slot(s, microseconds, false);
	self.inside = inside;
	self.waiting = false;
	sched_lock();
	bool matched = s->matched;
	if (!matched) {
		atomic_fetch_and(&watched, ~(UINT64_C(1) << (s - slots)));
		s->kind = SLOT_FREE;
		self.slot = NULL;
	}
	sched_unlock();
	if (!matched)
		return met;
	while (!atomic_load(&s->wake))
		wait_in_slot(s, 1000000, false);
	if (s->race)
		look_for_change(s);
	if (s->late)
		let_others_run();
	leave_slot(s);
	return true;
}
