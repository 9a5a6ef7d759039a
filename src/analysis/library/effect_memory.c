/* SPDX-License-Identifier: MIT */
/* What library calls do to memory: allocate, read, write, copy, keep. */
#include "analysis/exec/exec.h"
#include "analysis/library/format.h"
#include "analysis/library/library.h"
#include "analysis/state/memory.h"
#include "analysis/threads/join.h"

static void allocate(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	path_id leaf = path_leaf(&fr->paths, PATH_HEAP, fr->func, c->inst);
	state_renew(fr, s, leaf, frame_make_private(fr, leaf));
	if (e->third >= 0) {
		path_id at = library_argument(c, e->third);
		exec_access(fr, s, c->inst, at, 8, WRITE, ACCESSF_LIBRARY, 0);
		memory_store(fr, s, at, 8, &leaf, 1, false, true);
		memory_contain(fr, s, at, leaf);
	} else {
		call_add_result(&c->results, leaf);
	}
	if (e->kind == EFFECT_REALLOC) {
		memory_smash(fr, s, leaf, 0);
		exec_access(fr, s, c->inst, library_argument(c, e->arg), 0, FREE,
			    ACCESSF_LIBRARY, 0);
	}
}

/* Anything is there now, and no id that was; what a creation does to ids is its own matter. */
static void smash(struct library_call *c, struct state *s, path_id p, uint32_t size)
{
	const struct model *m = pointers_called_model(c->fr->pt, c->fr->func, c->inst);
	if (!m || !model_effect(m, EFFECT_CREATE))
		join_filled(c->fr, s, p, size);
	memory_smash(c->fr, s, p, size);
}

static void touch_at(struct library_call *c, struct state *s, const struct effect *e, path_id p,
		     uint32_t size)
{
	uint8_t flags = (uint8_t)(ACCESSF_LIBRARY |
				  (e->flags & EFFECTF_ATOMIC ? ACCESSF_ATOMIC : 0));
	exec_access(c->fr, s, c->inst, p, size, e->kind == EFFECT_READ ? READ : WRITE, flags,
		    flags & ACCESSF_ATOMIC ? ORDER_SEQ_CST : ORDER_PLAIN);
	if (e->kind == EFFECT_WRITE)
		smash(c, s, p, size);
}

/* What some pointer in the object at p points to. */
static path_id any_content(struct frame *fr, path_id p)
{
	return p ? path_load(&fr->paths, path_index(&fr->paths, p, 0, 1)) : 0;
}

static void touch(struct library_call *c, struct state *s, const struct effect *e)
{
	enum { FAR = 2 };
	uint32_t size = library_size(c, e);
	path_id p = library_object(c, s, e);
	bool behind = e->flags & EFFECTF_DEREF; /* only what the pointers there point to */
	touch_at(c, s, e, p, size);
	p = library_argument(c, e->arg);
	for (uint32_t i = 0; i < FAR && e->flags & EFFECTF_REACHABLE; i++) {
		p = any_content(c->fr, p);
		touch_at(c, s, e, p, behind ? size : 0);
		if (behind)
			break;
	}
}

/* Something that only the pointer sets know goes to that argument's memory. */
static void put_unknown(struct library_call *c, struct state *s, int place, uint32_t size)
{
	path_id at = place >= 0 ? library_argument(c, place) : 0;
	if (!at)
		return;
	exec_access(c->fr, s, c->inst, at, size, WRITE, ACCESSF_LIBRARY, 0);
	smash(c, s, at, size);
}

void effect_put_result(struct library_call *c, struct state *s, const struct effect *e)
{
	uint32_t size = library_size(c, e);
	put_unknown(c, s, e->third, size ? size : 8);
}

static void touch_atomic(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id p = library_argument(c, e->arg);
	exec_access(c->fr, s, c->inst, p, library_size(c, e),
		    e->kind == EFFECT_ATOMIC_LOAD ? READ : WRITE,
		    ACCESSF_LIBRARY | ACCESSF_ATOMIC, ORDER_SEQ_CST);
	if (e->kind != EFFECT_ATOMIC_LOAD)
		memory_smash(c->fr, s, p, 0);
	if (e->other >= 0 && !(e->flags & EFFECTF_BY_ADDRESS))
		memory_escape(c->fr, s, library_argument(c, e->other));
	else if (e->other >= 0)
		exec_access(c->fr, s, c->inst, library_argument(c, e->other), library_size(c, e),
			    READ, ACCESSF_LIBRARY, 0);
	put_unknown(c, s, e->third, library_size(c, e));
}

static void touch_one(struct library_call *c, struct state *s, path_id p, uint32_t size,
		      bool write)
{
	exec_access(c->fr, s, c->inst, p, size, write ? WRITE : READ, ACCESSF_LIBRARY, 0);
	if (write)
		smash(c, s, p, size);
}

/* The format is not known: whatever it is given may be a string. */
static void touch_all(struct library_call *c, struct state *s, const struct effect *e)
{
	struct paths *p = &c->fr->paths;
	bool scan = e->kind == EFFECT_WRITE_FORMAT;
	path_id list = library_argument(c, e->other);
	if (e->flags & EFFECTF_VA_LIST) {
		if (list)
			touch_one(c, s, path_load(p, path_load(p, list)), 0, scan);
		return;
	}
	for (uint32_t i = (uint32_t)e->other; i < c->call->arg_count; i++) {
		path_id x = library_argument(c, (int)i);
		if (x && frame_alias(c->fr, x))
			touch_one(c, s, x, 0, scan);
	}
}

/* printf reads what %s points to, scanf writes what every conversion points to. */
static void touch_by_format(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	path_id format = library_argument(c, e->arg);
	const struct path *f = path_at(&fr->paths, format);
	struct conversion list[32];
	bool scan = e->kind == EFFECT_WRITE_FORMAT;
	str_id text = f->kind == PATH_SYMBOL ? fr->p->symbols.at[f->a].text : 0;
	if (!text)
		exec_access(fr, s, c->inst, format, 0, READ, ACCESSF_LIBRARY, 0);
	if (!text || e->flags & EFFECTF_VA_LIST) {
		touch_all(c, s, e);
		return;
	}
	uint32_t n = format_read(ir_str(fr->p, text), scan, list, 32);
	for (uint32_t i = 0; i < n; i++)
		touch_one(c, s, library_argument(c, e->other + (int)list[i].argument),
			  list[i].size, list[i].write);
}

static void copy_block(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id to = library_argument(c, e->arg), from = library_argument(c, e->other);
	uint32_t size = library_size(c, e);
	exec_access(c->fr, s, c->inst, from, size, READ, ACCESSF_LIBRARY, 0);
	exec_access(c->fr, s, c->inst, to, size, WRITE, ACCESSF_LIBRARY, 0);
	join_filled(c->fr, s, to, size);
	memory_copy(c->fr, s, to, from, size);
}

/* The address of something, so not null. */
static bool is_address(const struct paths *paths, path_id p)
{
	const struct path *x = path_at(paths, p), *root = path_at(paths, x->root);
	return p && !x->loads && (root->kind == PATH_SYMBOL || root->kind == PATH_LOCAL);
}

static void store_pointer(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id at = library_argument(c, e->arg), v = library_argument(c, e->other);
	if (e->value < 0)
		return; /* the program has no such struct */
	if (at)
		at = path_offset(&c->fr->paths, at, e->value);
	if (e->flags & EFFECTF_DEREF)
		v = v && path_at(&c->fr->paths, v)->kind != PATH_INT ? library_loaded(c->fr, s, v)
								     : 0;
	if (!(e->flags & EFFECTF_ATOMIC))
		exec_access(c->fr, s, c->inst, at, 8, WRITE, ACCESSF_LIBRARY, 0);
	if (e->flags & EFFECTF_KEEP && v && path_at(&c->fr->paths, v)->kind == PATH_INT)
		return;
	bool strong = !(e->flags & EFFECTF_ALSO) &&
		      (!(e->flags & EFFECTF_KEEP) || is_address(&c->fr->paths, v));
	if (e->flags & EFFECTF_INTERIOR && v)
		v = path_index(&c->fr->paths, v, 0, 1);
	memory_store(c->fr, s, at, 8, &v, v ? 1 : 0, !v, strong);
	memory_contain(c->fr, s, at, v);
}

/* The pointers in a message get out, not the memory that it is sent from. */
static void send(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id at = library_argument(c, e->arg);
	uint32_t size = library_size(c, e), word = 8;
	for (uint32_t i = 0; at && size <= MAX_MESSAGE && i + word <= size; i += word) {
		path_id v = library_loaded(c->fr, s, path_offset(&c->fr->paths, at, i));
		if (v && path_at(&c->fr->paths, v)->kind != PATH_INT)
			memory_escape(c->fr, s, v);
	}
}

static void keep(struct library_call *c, struct state *s, const struct effect *e)
{
	if (effect_is_message(e))
		send(c, s, e);
	else
		memory_escape(c->fr, s, library_argument(c, e->arg));
}

static void give_back(struct library_call *c, struct state *s, const struct effect *e)
{
	path_id at = library_argument(c, e->arg);
	if (effect_is_message(e) || e->flags & EFFECTF_ITSELF)
		return; /* the row says that it is written */
	memory_smash(c->fr, s, at, 0);
	if (at)
		memory_forget(c->fr, s, path_offset(&c->fr->paths, at, e->value), 8);
}

void effect_memory(struct library_call *c, struct state *s, const struct effect *e)
{
	struct frame *fr = c->fr;
	switch ((enum effect_kind)e->kind) {
	case EFFECT_ALLOC:
	case EFFECT_REALLOC: allocate(c, s, e); break;
	case EFFECT_FREE:
		exec_access(fr, s, c->inst, library_object(c, s, e), 0, FREE, ACCESSF_LIBRARY, 0);
		break;
	case EFFECT_READ:
	case EFFECT_WRITE: touch(c, s, e); break;
	case EFFECT_ATOMIC_LOAD:
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW: touch_atomic(c, s, e); break;
	case EFFECT_READ_FORMAT:
	case EFFECT_WRITE_FORMAT: touch_by_format(c, s, e); break;
	case EFFECT_COPY: copy_block(c, s, e); break;
	case EFFECT_STORES: store_pointer(c, s, e); break;
	case EFFECT_TSD_SET: memory_escape(fr, s, library_argument(c, e->other)); break;
	case EFFECT_KEEPS: keep(c, s, e); break;
	case EFFECT_GIVES: give_back(c, s, e); break;
	case EFFECT_ONCE:
	case EFFECT_CALL_NOW:
	case EFFECT_TSD_GET: effect_put_result(c, s, e); break;
	case EFFECT_TSD_KEY_CREATE:
		put_unknown(c, s, e->flags & EFFECTF_BY_ADDRESS ? e->arg : ARG_NONE, 4);
		break;
	default: break;
	}
}
