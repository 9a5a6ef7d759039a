/* SPDX-License-Identifier: MIT */
/*
 * The runtime of chequer confirm: what is linked into a program that was compiled with
 * clang's -fsanitize=thread instrumentation, in place of ThreadSanitizer.
 *
 *	access.c   __tsan_read4 and its like: the way in
 *	inline.c   what is inlined of that into optimised code
 *	atomic.c   atomic operations, which are performed here
 *	place.c    which accesses are worth stopping at: those of the plan, and a few at random
 *	replay.c   in a replay, the two accesses of the schedule
 *	hold.c     stopping there, and noticing that another thread wants the same bytes
 *	sched.c    who runs, who waits; letting somebody go on when nobody can
 *	stall.c    whether really nobody can
 *	thread.c   threads and how they were created
 *	lock.c     locks held, and everything else that threads wait for
 *	library.c  memory that library functions touch for their caller
 *	state.c    functions that keep something between calls
 *	plan.c     the file that says what to do
 *	log.c      the file that gets what was seen
 *	crash.c    signals that end the program, fork
 *	verifier.c __VERIFIER_* functions without a body
 *
 * Nothing here knows source lines: a place is a range of addresses of code. Without a plan
 * (CHEQUER_CONFIRM is not set) the runtime does nothing.
 */
#ifndef CHEQUER_RUNTIME_H
#define CHEQUER_RUNTIME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	STACK_DEPTH = 40,
	LOCKS_KEPT = 16,
	ARRIVALS = 128,		/* places whose visits a thread counts */
	HOLDS = 64,		/* threads that can be stopped at a time */
	QUIET_BITS = 20,	/* places by the low bits of their address */
	THREADS_AT_ONCE = 8192, /* more than that: pthread_create fails, as it may */
};

enum access_flag { READS = 0, WRITES = 1, ATOMIC = 2, FREES = 4, VOLATILE = 8 };

/* What chance decides, each by a sequence of its own: a replay holds nobody, and still gets the
 * same values and delays. */
enum chance { DRAW_VALUE, DRAW_DELAY, DRAW_HOLD, DRAW_TIMEOUT, DRAWS };

struct stack {
	uint32_t n;
	uintptr_t pc[STACK_DEPTH];
};

struct held_lock {
	const volatile void *lock;
	uintptr_t pc; /* where it was taken */
	bool shared;
};

struct arrival {
	uintptr_t pc;
	uint32_t count;
};

/* A thread. Lives in thread-local memory, so threads without end need no more of ours
 * than there are at a time. */
struct thread {
	uint32_t number; /* 0 is main; in the order of creation */
	uint64_t name;	 /* the same in every run: by the creator's name and its count */
	uint32_t children;
	uint32_t draws[DRAWS];
	uint64_t spent_us; /* in holds and delays */
	int inside;	 /* not 0: our own code, whose accesses do not count */
	int shielded;	  /* not 0: it cannot be cancelled */
	int cancellation; /* as it was before that */
	int atomic_depth;
	uint32_t woken; /* from conditions that nobody has signalled */
	bool waiting; /* in a hold: what runs now is a signal handler */
	struct slot *slot; /* where it waits */
	uintptr_t entry;   /* the function it runs */
	struct stack created;
	uint32_t lock_count;
	struct held_lock locks[LOCKS_KEPT];
	struct arrival arrivals[ARRIVALS];
};

struct access {
	uintptr_t low, high; /* bytes [low, high) */
	unsigned flags;
	uintptr_t pc; /* behind the call that announces the access */
	unsigned sides; /* in a replay: a bit for each side of the schedule that it is */
};

/* A place to stop at. */
struct place {
	uintptr_t low, high;
	int32_t id; /* of the plan; -1: chosen at random */
	uint64_t groups; /* it is held when one of these has its turn */
	atomic_uint turn; /* in which it was held last */
	atomic_uint holds, idle;
	atomic_uint bound; /* microseconds */
};

enum slot_kind { SLOT_FREE, SLOT_HOLD, SLOT_DELAY, SLOT_SLEEP, SLOT_LEAVE };

/* A thread that we let wait. Guarded by the scheduler's lock, but for 'wake'. */
struct slot {
	enum slot_kind kind;
	atomic_int wake; /* 1: go on */
	struct thread *thread;
	struct access access;
	uint32_t arrival;
	struct stack stack;
	struct thread copy; /* the thread as it was when it stopped */
	bool matched;	    /* another thread has come; wait for it to say so */
	bool late;	    /* it lets the other one go first */
	uint32_t race;	    /* its number then */
	uintptr_t low, high; /* the bytes that both want */
	unsigned char before[16];
};

extern _Thread_local struct thread self;
/* By the low bits of a place's address. What is no place of the plan becomes quiet when it is
 * first visited, but for those that share their bits with one that is. */
enum { UNKNOWN, QUIET, LOUD };
extern unsigned char quiet[1 << QUIET_BITS];
/* Bit i: slots[i] is a SLOT_HOLD. Inlined code looks at it too. */
extern _Atomic uint64_t __chequer_watched;
#define watched __chequer_watched
extern struct slot slots[HOLDS];

/* Words of memory that two threads have touched at places of the plan, one of them writing.
 * Kept from run to run: addresses are the same in each. */
enum { HOT_WORDS = 1023 };
struct hot {
	_Atomic uint64_t count;
	_Atomic uint64_t words[HOT_WORDS]; /* by hash; 0: free */
};

/* What the plan says. */
struct plan {
	bool active;
	bool replay;
	uint64_t seed;
	uint32_t random_share; /* of 1000 places that are not planned, hold at so many */
	uint32_t hold_us;
	uint32_t groups;      /* of places, which are held by turns */
	uint64_t begin_us;
	uint32_t delay_share; /* of 1000 points where threads can be reordered, delay there */
	uint64_t budget_us;   /* for the holds and delays of a thread */
	int log;
	_Atomic uint32_t *reached; /* by place id */
	uint32_t reached_count;
	struct hot *hot; /* NULL: none are kept */
	bool only_hot;	 /* hold only there, if there are any */
	bool signals;	 /* send the signals that the program handles to held threads */
};
extern struct plan plan;

/* place.c */
void add_place(uintptr_t low, uintptr_t high, int32_t id, uint64_t groups);
void add_atomic_function(uintptr_t low, uintptr_t high);
void sort_places(void);
extern bool has_atomic_functions;
bool in_atomic_function(uintptr_t pc);
void make_loud(uintptr_t low, uintptr_t high);
void be_quiet(uintptr_t pc); /* unless a place of the plan is there */
void visit_place(const struct access *a);
uint32_t next_arrival(uintptr_t pc);

/* replay.c */
void add_replay(uint32_t side, uint64_t thread, uintptr_t low, uintptr_t high, uint32_t arrival);
void visit_replayed(struct access *a);
bool is_kept_back(void);
bool is_second(unsigned sides); /* in a replay: not the one that is to be there first */
void end_replay(void); /* they have met */

/* access.c: the slow way; errno is kept */
void touch(const volatile void *p, size_t size, unsigned flags, uintptr_t pc);

static inline bool is_quiet(uintptr_t pc)
{
	return quiet[pc & ((1u << QUIET_BITS) - 1)] & QUIET;
}

static inline bool nothing_to_do(uintptr_t pc)
{
	return __builtin_expect(
		is_quiet(pc) & !atomic_load_explicit(&watched, memory_order_relaxed), 1);
}

static inline void access_at(const volatile void *p, size_t size, unsigned flags, uintptr_t pc)
{
	if (!nothing_to_do(pc))
		touch(p, size, flags, pc);
}

#define CALLER ((uintptr_t)__builtin_return_address(0))

/* hold.c */
void read_bytes(unsigned char *to, const struct slot *s);
/* True when it has met one; arrival 0: not counted yet. */
bool meet_watched(const struct access *a, uint32_t arrival);
bool hold(const struct access *a, uint32_t microseconds, uint32_t arrival);
void forget_memory(uintptr_t low, uintptr_t high); /* it is another object's now */

/* Our own code, for the slow ways: its accesses do not count, and a thread is not cancelled in
 * the middle of it, though it calls functions where that may happen. */
void enter(void);
void leave(void);

/* sched.c */
void sched_lock(void);
void sched_unlock(void);
struct slot *take_slot(enum slot_kind kind);
void leave_slot(struct slot *s);
/* Until released, or for so long: true when released. False with errno EINTR for sleepers. */
bool wait_in_slot(struct slot *s, uint64_t microseconds, bool interruptible);
void release_slot(struct slot *s);
void begin_block(void);
void end_block(void);
void thread_begins(void);
void thread_ends(void);
void maybe_delay(void);
void leave_late(void);
void forget_other_threads(void);
extern atomic_int live_threads;
uint64_t now_us(void);
uint64_t draw(enum chance what); /* for this thread, the same in every run */
uint64_t mix(uint64_t a, uint64_t b);

/* stall.c */
bool another_can_run(void);

/* log.c */
void take_stack(struct stack *s, uintptr_t top);
bool is_read_only(uintptr_t address);
void log_open(const char *path);
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
uint32_t log_race(struct slot *s, const struct access *a, uint32_t arrival);
void log_after(uint32_t race, const struct slot *s);
void log_crash(int signal, const void *address, uintptr_t pc);
void log_lock_for_fork(void);
void log_unlock_for_fork(void);

/* plan.c, crash.c, thread.c */
void read_plan(const char *path);
void watch_for_crashes(void);
void send_handled_signals(void);
void prepare_fork(void);
void watch_for_ends(void);

/* lock.c */
void lock_taken(const volatile void *lock, bool shared, uintptr_t pc);
void lock_dropped(const volatile void *lock);
void atomic_section_begin(uintptr_t pc);
void atomic_section_end(void);

/* The function that ours stands in front of. */
void *real_function(_Atomic(void *) *known, const char *name, const char *version);
#define REAL_VERSION(name, version)                                                      \
	({                                                                               \
		static _Atomic(void *) known;                                            \
		(__typeof__(&name))real_function(&known, #name, version);                \
	})
#define REAL(name) REAL_VERSION(name, NULL)

#endif
