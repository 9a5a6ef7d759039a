/* SPDX-License-Identifier: MIT */
/*
 * A replay is about one meeting of two threads, each at one access. The first side is the one
 * that was held when the other came. So its thread is held at the arrival that it had then, and
 * that of the other side is kept back until it is: wherever threads can be reordered, and before
 * its own access at the latest. When that leads nowhere (it has the lock that the other one needs
 * to get there), they change parts. Nobody is stopped anywhere else, and nobody else is met, or
 * a third thread at the same bytes would send the one that is held on its way.
 */
#define _GNU_SOURCE
#include "runtime.h"

enum { SIDES = 2, RANGES = 64, MOST_HOLDS = 100, MOST_DELAYS = 400 };

/* One of the two sides, or a part of its code. */
struct point {
	uint32_t side;
	uint64_t thread;
	uintptr_t low, high;
	uint32_t arrival; /* from which on it is held; 0: any */
	uint32_t arrived; /* so far; only its thread counts */
};

static struct point points[RANGES];
static uint32_t point_count;
static atomic_bool done; /* they have met */
static atomic_uint first; /* the side that is to be there first */
static atomic_uint kept_back; /* times */

void add_replay(uint32_t side, uint64_t thread, uintptr_t low, uintptr_t high, uint32_t arrival)
{
	if (point_count < RANGES && side < SIDES)
		points[point_count++] = (struct point){side, thread, low, high, arrival, 0};
	make_loud(low, high);
}

/* pc is behind the call, so the call itself ends there. */
static bool is_at(const struct point *p, uintptr_t pc)
{
	return pc > p->low && pc <= p->high;
}

/* For any thread. */
static bool is_replayed(uintptr_t pc)
{
	for (uint32_t i = 0; i < point_count; i++) {
		if (is_at(&points[i], pc))
			return true;
	}
	return false;
}

static bool is_in_place(void)
{
	return atomic_load(&watched) != 0;
}

/* Its part in the schedule, if any. Both sides may be the same code of the same thread (a handler
 * that interrupts it), so every point that fits counts. */
static unsigned sides_here(uintptr_t pc, bool *stops)
{
	unsigned sides = 0;
	for (uint32_t i = 0; i < point_count; i++) {
		struct point *p = &points[i];
		if (p->thread != self.name || !is_at(p, pc))
			continue;
		p->arrived++;
		sides |= 1u << p->side;
		*stops |= p->arrived >= p->arrival && p->arrived - p->arrival < MOST_HOLDS &&
			  (p->side == atomic_load(&first) || !is_in_place());
	}
	return sides;
}

bool is_second(unsigned sides)
{
	return sides && !(sides >> atomic_load(&first) & 1);
}

void visit_replayed(struct access *a)
{
	bool stops = false;
	if (atomic_load(&done))
		return;
	if (!is_replayed(a->pc))
		be_quiet(a->pc);
	a->sides = sides_here(a->pc, &stops);
	if (!a->sides || meet_watched(a, 0) || !stops || self.slot)
		return;
	hold(a, plan.hold_us, 0);
	if (!atomic_load(&done) && !is_second(a->sides))
		atomic_fetch_xor(&first, 1);
}

void end_replay(void)
{
	atomic_store(&done, true);
}

/* Is this the thread that has to come second, and the first is not there yet? */
bool is_kept_back(void)
{
	unsigned sides = 0;
	for (uint32_t i = 0; i < point_count; i++)
		sides |= (points[i].thread == self.name) << points[i].side;
	return is_second(sides) && !is_in_place() && !atomic_load(&done) &&
	       atomic_fetch_add(&kept_back, 1) < MOST_DELAYS;
}
