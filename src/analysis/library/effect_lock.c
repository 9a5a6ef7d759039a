/* SPDX-License-Identifier: MIT */
/* What library calls do to locks: mutexes, semaphores, conditions, barriers, once. */
#include "analysis/exec/exec.h"
#include "analysis/state/facts.h"
#include "analysis/library/library.h"
#include "analysis/exec/taken.h"

void effect_acquire(const struct library_call *c, struct state *s, path_id lock,
		    enum lock_mode mode, enum lock_kind kind)
{
	struct frame *fr = c->fr;
	lock = fill_name(fr, s, lock);
	struct held h = {.lock = lock, .mode = (uint8_t)mode, .kind = (uint8_t)kind,
			 .depth = 1, .func = fr->func, .inst = c->inst};
	frame_mention(fr, lock);
	if (lock && !(path_at(&fr->paths, lock)->flags & PATHF_ANY))
		lockset_acquire(&s->locks, h, true);
}

static void init_sync(struct library_call *c, struct state *s, const struct effect *e)
{
	int64_t value = e->value;
	if (e->other >= 0 && !library_argument_int(c, e->other, &value))
		value = INT64_MIN;
	enum sync_kind kind = e->kind == EFFECT_SEM_INIT       ? SYNC_SEM_INIT
			      : e->kind == EFFECT_BARRIER_INIT ? SYNC_BARRIER_INIT
							       : SYNC_LOCK_INIT;
	library_sync(c, kind, library_object(c, s, e), value);
}

/* Others go on meanwhile; with a lock of ours given up, or one of the callers'. */
static void wait(const struct library_call *c, struct state *s, path_id lock)
{
	bool known = lock && lockset_find(&s->locks, lock);
	c->fr->waits |= !known;
	c->fr->waits_itself |= !known;
	stale_release(c->fr, s, lock);
	lockset_end_settings(&s->locks, lock);
}

void effect_pass_barrier(struct library_call *c, struct state *s, const struct effect *e,
			 bool only)
{
	path_id barrier = library_argument(c, e->arg);
	frame_mention(c->fr, barrier);
	wait(c, s, 0);
	if (e->when)
		exec_lock_release(c->fr, s, barrier);
	exec_phase(s, (struct phase){barrier, 1, 1, 0});
	if (only)
		effect_acquire(c, s, barrier, MODE_EXCLUSIVE, LOCK_MUTEX);
}

/* Who posts without having waited makes the semaphore count one more. */
static void post(struct library_call *c, struct state *s, path_id semaphore)
{
	bool held = semaphore && lockset_find(&s->locks, semaphore);
	stale_release(c->fr, s, semaphore);
	exec_lock_release(c->fr, s, semaphore);
	library_sync(c, SYNC_SEM_POST, semaphore, held ? 0 : SYNC_NOT_HELD);
}

/* The object at 'value', or all that were taken out of shared memory, are not found any more
 * by those who hold the lock as readers. */
static void end_readers(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id lock = library_object(c, s, e);
	if (e->other != ARG_NONE)
		taken_from_readers(c->fr, s, library_argument(c, e->other), lock);
	uint32_t n = s->locks.owned_count;
	for (uint32_t i = 0; i < n && e->other == ARG_NONE; i++)
		if (!s->locks.owned[i].by_id)
			taken_from_readers(c->fr, s, s->locks.owned[i].value, lock);
}

bool effect_lock(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	switch ((enum effect_kind)e->kind) {
	case EFFECT_ACQUIRE:
		effect_acquire(c, s, library_object(c, s, e), e->mode, LOCK_MUTEX);
		break;
	case EFFECT_RELEASE:
		stale_release(fr, s, library_object(c, s, e));
		exec_lock_release(fr, s, library_object(c, s, e));
		break;
	case EFFECT_SEM_WAIT:
		effect_acquire(c, s, library_argument(c, e->arg), MODE_EXCLUSIVE, LOCK_SEMAPHORE);
		library_sync(c, SYNC_SEM_WAIT, library_argument(c, e->arg), 0);
		break;
	case EFFECT_SEM_POST: post(c, s, library_argument(c, e->arg)); break;
	case EFFECT_COND_WAIT:
		library_sync(c, SYNC_COND_WAIT, library_argument(c, e->arg), 0);
		wait(c, s, library_argument(c, e->other));
		break;
	case EFFECT_COND_SIGNAL:
		library_sync(c, SYNC_COND_SIGNAL, library_argument(c, e->arg), 0);
		break;
	case EFFECT_LOCK_INIT:
	case EFFECT_SEM_INIT:
	case EFFECT_BARRIER_INIT:
		init_sync(c, s, e);
		break;
	case EFFECT_LOCK_DESTROY:
		library_sync(c, SYNC_LOCK_DESTROY, library_argument(c, e->arg), 0);
		break;
	case EFFECT_GRACE: end_readers(c, s, e); break;
	case EFFECT_ONCE_ENTER:
		effect_acquire(c, s, library_argument(c, e->arg), MODE_EXCLUSIVE, LOCK_ONCE);
		break;
	case EFFECT_ONCE_LEAVE:
		exec_lock_release(fr, s, library_argument(c, e->arg));
		effect_acquire(c, s, library_argument(c, e->arg), MODE_SHARED, LOCK_ONCE);
		break;
	default: return false;
	}
	return true;
}
