/* SPDX-License-Identifier: MIT */
/*
 * Relative locksets (RELAY, section 3): what a function has done to locks since
 * its entry.
 *
 * A state s is described by L iff every lock in L.held is held in s, with at
 * least that mode, and every lock that was held on entry and may not be an
 * element of L.dropped is still held. held is a must set, dropped a may set.
 *
 * Each held lock remembers its acquisition history (Kahlon et al.): 'since', the
 * locks that were certainly acquired after it, whether or not they are still
 * held; L.acquired is the same for 'since entry'.
 *
 * Things that are no locks share the machinery, because they exclude in the
 * same way (enum lock_kind): the control of a once function (its function runs
 * with the control held exclusively; after the call everyone holds it shared,
 * for good), and a semaphore (wait acquires, post releases; it counts as a lock
 * only if it was initialised to 1), and flags that are set once, under a mutex
 * (analysis/exec/once_flag.h): 'setting' ends when any mutex is released that may have
 * been held before it began, and becomes 'set' then if the flag was set.
 */
#ifndef CHEQUER_SUMMARY_LOCKSET_H
#define CHEQUER_SUMMARY_LOCKSET_H

#include <string.h>

#include "base/vec.h"
#include "model/model.h"
#include "summary/path.h"

enum lock_kind {
	LOCK_MUTEX, LOCK_ONCE, LOCK_SEMAPHORE,
	LOCK_STOPPED, /* not held: what runs with that argument does not; it runs itself with
		       * this held (fork_serial_lock) */
	LOCK_OWNED, /* not held: the accessed object was removed under it */
	LOCK_CLAIMED, /* the object was claimed by a flag in it, which is named: it excludes
		       * those who have claimed the same one (analysis/exec/claimed.c) */
	LOCK_SETTING, /* found to be zero while a mutex is held; depth 2: set meanwhile */
	LOCK_SET, /* a flag that was found set while a mutex was held, for good */
	LOCK_SELF, /* not held: the variable was found to hold the id of the thread that looks,
		    * for good; func and inst are where an id is stored there: its own, or if
		    * it is shared, that of the thread which is created there. func 0: it was
		    * told to be the one that runs the loop of a library */
	LOCK_ENDED, /* not held: the thread that stores its id in the variable, by that
		     * instruction, was joined; for good */
};

enum { LOCKSET_SINCE = 4, LOCKSET_ACQUIRED = 8, LOCKSET_HELD = 10,
       LOCKSET_DROPPED = 24, LOCKSET_OWNED = 12, LOCKSET_LOST = 6 };

struct held {
	path_id lock;
	uint8_t mode;  /* enum lock_mode: MODE_EXCLUSIVE or MODE_SHARED */
	uint8_t kind;  /* enum lock_kind */
	uint8_t depth; /* recursive acquisitions, 1.. */
	uint8_t since_count;
	path_id since[LOCKSET_SINCE];
	func_id func;  /* where it was acquired: instruction inst of func */
	uint32_t inst;
};

/* 'value' was taken out of shared memory while 'lock' was held, and nobody else
 * finds it there any more: until it is put back, it is as good as guarded. */
struct owned {
	path_id value;
	path_id lock; /* 0: none of this function's own */
	bool deep;    /* and so is what is linked to it, of the same kind */
	bool callers; /* and under whatever callers hold */
	bool by_id;   /* 'lock' is no lock, but a number that the object has: if that is the id
		       * of the thread, the object is its own */
	uint8_t lent; /* not 0: it was put where formal 'lent' - 1 points to, and is one's own
		       * only for a caller who alone has that memory: take(&item) */
};

/*
 * A mutex that was acquired since entry and may have been released by a name that may be
 * its own, which is in 'dropped' ever since. It does not count as held. Who releases it
 * by its own name has released what was acquired, and not one that the callers hold: if
 * these have lost theirs, it was by that other name.
 */
struct lost {
	path_id lock;
	uint8_t mode, depth;
	bool wide; /* that name may mean many locks, or any */
};

struct lockset {
	struct held held[LOCKSET_HELD];	    /* sorted by lock */
	path_id dropped[LOCKSET_DROPPED];   /* sorted */
	path_id acquired[LOCKSET_ACQUIRED]; /* sorted */
	struct owned owned[LOCKSET_OWNED]; /* must set, in order of arrival */
	struct lost lost[LOCKSET_LOST];	   /* must set, sorted by lock; none is held */
	uint8_t held_count, dropped_count, acquired_count, owned_count, lost_count;
	bool dropped_any; /* any lock may have been dropped */
	bool bare;	  /* and all that were held on entry have been, for sure */
	bool unclaimed;	  /* may have stored to a flag by which a caller has claimed something */
};

static inline struct lockset lockset_empty(void)
{
	return (struct lockset){.held_count = 0};
}
/* A copy of what is used of it, which mostly is little. */
static inline void lockset_copy(struct lockset *to, const struct lockset *from)
{
	memcpy(to->held, from->held, from->held_count * sizeof(*to->held));
	memcpy(to->dropped, from->dropped, from->dropped_count * sizeof(*to->dropped));
	memcpy(to->acquired, from->acquired, from->acquired_count * sizeof(*to->acquired));
	memcpy(to->owned, from->owned, from->owned_count * sizeof(*to->owned));
	memcpy(to->lost, from->lost, from->lost_count * sizeof(*to->lost));
	to->held_count = from->held_count;
	to->dropped_count = from->dropped_count;
	to->acquired_count = from->acquired_count;
	to->owned_count = from->owned_count;
	to->lost_count = from->lost_count;
	to->dropped_any = from->dropped_any;
	to->bare = from->bare;
	to->unclaimed = from->unclaimed;
}
bool lockset_equal(const struct lockset *a, const struct lockset *b);
/* a := the weakest that describes both; returns whether a changed. */
bool lockset_join(struct lockset *a, const struct lockset *b);
/* Does a describe everything that b describes (b has at least a's guarantees)? */
bool lockset_leq(const struct lockset *b, const struct lockset *a);
const struct held *lockset_find(const struct lockset *l, path_id lock);
/* Puts a held lock in its place, as it is (copying between tables of paths). */
void lockset_insert(struct lockset *l, struct held h);
/* The lock was certainly acquired, and maybe released again. */
void lockset_note_acquired(struct lockset *l, path_id lock);
void lockset_acquire(struct lockset *l, struct held h, bool recursive);
/* Releases exactly this lock if it is held (by this name); otherwise it is noted
 * as dropped. Returns whether it was held by this name. Callers drop may-aliases
 * themselves with lockset_drop. */
bool lockset_release(struct lockset *l, path_id lock);
bool lockset_has_dropped(const struct lockset *l, path_id lock);
/* What was acquired since entry may no longer be held. */
void lockset_forget(struct lockset *l, path_id lock);
/* Likewise, as a lock was released that may be the same, or one of many: a mutex is lost. */
void lockset_lose(struct lockset *l, path_id lock, bool wide);
const struct lost *lockset_find_lost(const struct lockset *l, path_id lock);
void lockset_insert_lost(struct lockset *l, struct lost x);
void lockset_forget_lost(struct lockset *l, path_id lock);
/* The lock may no longer be held: forget it, note it as dropped. */
void lockset_drop(struct lockset *l, path_id lock);
/* The value was taken out under that lock; put back, or given to others. */
void lockset_own(struct lockset *l, struct owned o);
void lockset_disown(struct lockset *l, path_id value);
/* It is stored where that formal points to. */
void lockset_lend(struct lockset *l, path_id value, uint32_t formal);
/* That lock is released, maybe only for a while: flags are set no longer under it. */
void lockset_end_settings(struct lockset *l, path_id lock);
void lockset_drop_all(struct lockset *l);
/* Nothing is held there, for sure: another time of the same thread. */
void lockset_make_bare(struct lockset *l);
bool lockset_is_sane(const struct lockset *l);

#endif
