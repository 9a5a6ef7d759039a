/* SPDX-License-Identifier: MIT */
/*
 * Who runs. Threads that we let wait sit in a slot each: stopped at an access, delayed, or
 * asleep. Threads that wait for each other (a lock, a join, a condition) are counted. When
 * nobody has run for a moment, one of ours goes on, so no hold lasts longer than it is of
 * use, and holding a thread with a lock that all others need does no harm.
 *
 * A sleeper may go on early then: sleeping orders nothing.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
	TICK_US = 500,
	QUIET_TICKS = 3,
	IDLE_TICKS = 24,
	IDLE_US = 300, /* in so many ticks */
	PHASE = 40,
	LEAVE_US = 200000,
	NAP_US = 50000,
	MAX_PATIENCE = 8,
};

struct slot slots[HOLDS];
_Atomic uint64_t watched;
atomic_int live_threads = 1;
static atomic_int running = 1;
static atomic_uint changes; /* of 'running' */
static atomic_flag lock = ATOMIC_FLAG_INIT;

uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t h = (a ^ b * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
	h ^= h >> 31;
	h *= 0x94d049bb133111ebu;
	return h ^ h >> 29;
}

uint64_t draw(enum chance what)
{
	return mix(plan.seed ^ self.name, ++self.draws[what] * DRAWS + what);
}

static uint64_t length_us(const struct timespec *t)
{
	return (uint64_t)t->tv_sec * 1000000 + (uint64_t)t->tv_nsec / 1000;
}

uint64_t now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return length_us(&t);
}

/* ---- the lock of all slots ---- */

void sched_lock(void)
{
	for (int i = 0; atomic_flag_test_and_set_explicit(&lock, memory_order_acquire); i++) {
		if (i > 100)
			sched_yield();
	}
}

void sched_unlock(void)
{
	atomic_flag_clear_explicit(&lock, memory_order_release);
}

/* ---- slots ---- */

struct slot *take_slot(enum slot_kind kind)
{
	struct slot *s = NULL;
	if (self.spent_us > plan.budget_us)
		return NULL;
	sched_lock();
	for (int i = 0; i < HOLDS && !s; i++) {
		if (slots[i].kind == SLOT_FREE)
			s = &slots[i];
	}
	if (s) {
		s->kind = kind;
		s->thread = &self;
		s->matched = s->late = false;
		s->access = (struct access){0};
		atomic_store(&s->wake, 0);
		self.slot = s;
	}
	sched_unlock();
	return s;
}

/* With the lock held. */
static void free_slot(struct slot *s)
{
	atomic_fetch_and(&watched, ~(UINT64_C(1) << (s - slots)));
	s->kind = SLOT_FREE;
	self.slot = NULL;
}

void leave_slot(struct slot *s)
{
	sched_lock();
	free_slot(s);
	sched_unlock();
}

static long futex(atomic_int *at, int op, int value, const struct timespec *timeout)
{
	return syscall(SYS_futex, at, op, value, timeout, NULL, 0);
}

void release_slot(struct slot *s)
{
	atomic_store(&s->wake, 1);
	futex(&s->wake, FUTEX_WAKE_PRIVATE, 1, NULL);
}

/* Threads have priorities, drawn once, and some times once more: so one of two may go on from
 * hold to hold until it meets the other. */
static uint64_t priority(const struct thread *t)
{
	static atomic_uint asked;
	uint64_t phase = atomic_fetch_add(&asked, 1) / PHASE;
	return mix(mix(plan.seed, phase), t->name) >> 2;
}

static uint64_t rank_of(const struct slot *s)
{
	uint64_t r = priority(s->thread);
	switch (s->kind) {
	case SLOT_LEAVE:
		return 0; /* with it all others end */
	case SLOT_HOLD:
		return is_second(s->access.sides) ? r | UINT64_C(1) << 62 : r;
	default:
		return r | UINT64_C(1) << 63;
	}
}

/* Nobody runs: sleepers and delayed ones first, as those that are held still hope. */
static void release_somebody(void)
{
	struct slot *best = NULL;
	uint64_t rank = 0;
	sched_lock();
	for (int i = 0; i < HOLDS; i++) {
		struct slot *s = &slots[i];
		if (s->kind == SLOT_FREE || s->matched || atomic_load(&s->wake))
			continue;
		uint64_t r = rank_of(s);
		if (!best || r > rank) {
			best = s;
			rank = r;
		}
	}
	if (best)
		release_slot(best);
	sched_unlock();
}

/* How much of the time that has gone by counts. Who sleeps goes by the clock. Else it is for the
 * others to get somewhere: where we get a processor late, they do too. */
static uint64_t counted(const struct slot *s, uint64_t gone)
{
	uint64_t least = gone / MAX_PATIENCE;
	if (s->kind == SLOT_SLEEP || gone < 2 * TICK_US)
		return gone;
	return least > 2 * TICK_US ? least : 2 * TICK_US;
}

/* Time that the threads of this process but the asking one have computed. */
static uint64_t others_us(void)
{
	struct timespec all, mine;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &all);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mine);
	return length_us(&all) - length_us(&mine);
}

/* Has nobody done anything for a while? All others may wait for input, in a server whose one
 * thread that takes it is held. Those that wait in a slot look around from time to time. */
static bool is_idle(uint64_t *before)
{
	uint64_t now = others_us(), gone = now - *before;
	*before = now;
	uint64_t waiting = (uint64_t)__builtin_popcountll(atomic_load(&watched));
	return !plan.replay && gone < IDLE_US * (waiting + 1) && !another_can_run();
}

bool wait_in_slot(struct slot *s, uint64_t microseconds, bool interruptible)
{
	uint64_t begin = now_us(), last = begin, waited = 0, before = others_us();
	unsigned seen = 0, ticks = 0;
	int still = 0;
	bool interrupted = false;
	begin_block();
	while (!atomic_load(&s->wake) && !interrupted && waited < microseconds) {
		uint64_t left = microseconds - waited < TICK_US ? microseconds - waited : TICK_US;
		struct timespec t = {0, (long)left * 1000};
		long r = futex(&s->wake, FUTEX_WAIT_PRIVATE, 0, &t);
		interrupted = interruptible && r != 0 && errno == EINTR;
		unsigned c = atomic_load(&changes);
		still = atomic_load(&running) <= 0 && c == seen ? still + 1 : 0;
		seen = c;
		if (still >= QUIET_TICKS) {
			if (!another_can_run())
				release_somebody();
			still = 0;
		} else if (++ticks % IDLE_TICKS == 0 && s->kind != SLOT_SLEEP && is_idle(&before)) {
			release_somebody();
		}
		uint64_t now = now_us();
		waited += counted(s, now - last);
		last = now;
	}
	end_block();
	if (s->kind != SLOT_SLEEP)
		self.spent_us += plan.replay ? waited : last - begin;
	errno = interrupted ? EINTR : 0;
	return atomic_load(&s->wake);
}

void begin_block(void)
{
	atomic_fetch_sub(&running, 1);
	atomic_fetch_add(&changes, 1);
}

void end_block(void)
{
	atomic_fetch_add(&running, 1);
	atomic_fetch_add(&changes, 1);
}

void thread_begins(void)
{
	end_block();
}

void thread_ends(void)
{
	begin_block();
}

/* In a child process there is only this thread. */
void forget_other_threads(void)
{
	for (int i = 0; i < HOLDS; i++)
		slots[i].kind = SLOT_FREE;
	atomic_store(&watched, 0);
	atomic_store(&running, 1);
	atomic_store(&live_threads, 1);
	self.slot = NULL;
	atomic_flag_clear(&lock);
}

static void delay(enum slot_kind kind, uint64_t microseconds)
{
	int error = errno;
	enter();
	struct slot *s = take_slot(kind);
	if (s) {
		wait_in_slot(s, microseconds, false);
		leave_slot(s);
	}
	leave();
	errno = error;
}

/* A point where the order of threads can be changed: this one may have to let the others
 * go first, until they can go no further. */
void maybe_delay(void)
{
	if (!plan.active || self.inside || self.slot || atomic_load(&live_threads) < 2)
		return;
	if (plan.replay && is_kept_back())
		delay(SLOT_DELAY, plan.hold_us);
	else if (draw(DRAW_DELAY) % 1000 < plan.delay_share)
		delay(SLOT_DELAY, 1000 + draw(DRAW_DELAY) % (plan.seed % 3 ? 8000 : 60000));
}

/* The program ends, whatever the other threads are about to do: as late as can be, then. */
void leave_late(void)
{
	if (plan.active && !self.inside && !self.slot && atomic_load(&live_threads) > 1)
		delay(SLOT_LEAVE, LEAVE_US);
}

/* ---- sleeping ---- */

/* One nap: false when a signal has ended it, or nobody else could run. *naps: there was room; if
 * there is none any more, it was long enough. */
static bool nap(uint64_t length, bool *naps, bool *interrupted)
{
	enter();
	struct slot *s = take_slot(SLOT_SLEEP);
	*naps = s;
	bool early = false;
	if (s) {
		self.inside--; /* a signal handler is the program's own */
		early = wait_in_slot(s, length, true);
		*interrupted = errno == EINTR;
		self.inside++;
		leave_slot(s);
	}
	leave();
	pthread_testcancel(); /* as every function that sleeps */
	return !early && !*interrupted;
}

/* 0, or the microseconds left when a signal came; -1: sleep for yourself. In naps, as one who is
 * cancelled does not notice before the end. */
static int64_t sleep_here(uint64_t length)
{
	bool naps = true, interrupted = false, goes_on = true;
	if (!plan.active || self.inside || self.slot)
		return -1;
	uint64_t begin = now_us(), slept = 0;
	while (goes_on && naps && slept < length) {
		uint64_t left = length - slept;
		goes_on = nap(left < NAP_US ? left : NAP_US, &naps, &interrupted);
		slept = now_us() - begin;
	}
	if (!naps && slept < NAP_US)
		return -1;
	return !interrupted || slept >= length ? 0 : (int64_t)(length - slept);
}

int nanosleep(const struct timespec *length, struct timespec *left)
{
	int64_t rest = sleep_here(length_us(length));
	if (rest < 0)
		return REAL(nanosleep)(length, left);
	if (rest == 0)
		return 0;
	if (left)
		*left = (struct timespec){rest / 1000000, rest % 1000000 * 1000};
	errno = EINTR;
	return -1;
}

unsigned sleep(unsigned seconds)
{
	int64_t rest = sleep_here((uint64_t)seconds * 1000000);
	return rest < 0 ? REAL(sleep)(seconds) : (unsigned)((rest + 999999) / 1000000);
}

int usleep(useconds_t length)
{
	int64_t rest = sleep_here(length);
	if (rest < 0)
		return REAL(usleep)(length);
	errno = rest ? EINTR : errno;
	return rest ? -1 : 0;
}

int thrd_sleep(const struct timespec *length, struct timespec *left);
int thrd_sleep(const struct timespec *length, struct timespec *left)
{
	return nanosleep(length, left);
}
