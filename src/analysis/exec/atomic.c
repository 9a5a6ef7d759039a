/* SPDX-License-Identifier: MIT */
/*
 * Atomic read-modify-write: what the result tells. Who takes a flag from zero has it as a
 * lock; who compares and exchanges has published the new value, or has not.
 */
#include "analysis/exec/exec.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"
#include "analysis/whole/modified.h"

/* A number that stands for who has it: not zero, as that stands for nobody. */
static bool is_mark(const struct summarize_input *in, func_id f, ir_val v)
{
	struct pt_set set = {0};
	int64_t set_to;
	if (ir_val_int(in->program, v, &set_to))
		return set_to != 0;
	pointers_of_value(in->pointers, f, v, &set);
	bool pointer = set.locs.n || set.unknown;
	pt_set_free(&set);
	return !pointer; /* that would be published */
}

/* Who adds to a word, and takes it off again if it was not zero before, has it if it was: the
 * word is not zero until he takes it off as well. */
static bool is_undone(const struct program *p, func_id f, const struct ir_inst *add)
{
	const struct ir_func *fn = &p->funcs.at[f];
	int64_t n, m;
	if (add->sub != RMW_ADD || !ir_val_int(p, add->b, &n) || n <= 0)
		return false;
	for (uint32_t k = 0; k < fn->inst_count; k++) {
		const struct ir_inst *i = ir_inst_at(p, fn, k);
		if (i->op == OP_RMW && i->sub == RMW_SUB && i->a == add->a &&
		    ir_val_int(p, i->b, &m) && m == n)
			return true;
	}
	return false;
}

enum look { NOT_LOOKED_AT, FOR_BITS, FOR_ANYTHING };

/* Is it looked for bits that are set there, in what there was before ('fetch_or(w, BIT) & BIT')?
 * Of a whole word it may be asked whether it was zero. */
static enum look look_behind(const struct program *p, func_id f, const struct ir_inst *set)
{
	const struct ir_func *fn = &p->funcs.at[f];
	uint32_t n = (uint32_t)(set - ir_inst_at(p, fn, 0));
	ir_val result = ir_val_make(VAL_INST, n);
	int64_t bits, mask;
	for (uint32_t k = n + 1; k < fn->inst_count && ir_val_int(p, set->b, &bits); k++) {
		const struct ir_inst *i = ir_inst_at(p, fn, k);
		ir_val v = i->a;
		if (ir_val_tag(v) == VAL_INST && v != result)
			v = ir_inst_at(p, fn, ir_val_index(v))->a; /* converted */
		if (v != result || !ir_val_int(p, i->b, &mask))
			continue;
		if (i->op == OP_ARITH && i->sub == ARITH_AND && mask == bits)
			return FOR_BITS;
		if (i->op == OP_COMPARE && mask == 0)
			return FOR_ANYTHING;
	}
	return NOT_LOOKED_AT;
}

/* test-and-set: xchg with non-zero, or compare 0 and exchange; or added, and undone; or bits that
 * are set, and looked for */
bool atomic_takes_flag(const struct summarize_input *in, func_id f, const struct ir_inst *i)
{
	int64_t expected = 1, set = 0;
	if (i->op == OP_RMW && i->order >= ORDER_ACQUIRE && i->order != ORDER_RELEASE)
		return (i->sub == RMW_XCHG && ir_val_int(in->program, i->b, &set) && set != 0) ||
		       (i->sub == RMW_OR && look_behind(in->program, f, i)) ||
		       is_undone(in->program, f, i);
	return i->op == OP_CMPXCHG && i->order >= ORDER_ACQUIRE && i->order != ORDER_RELEASE &&
	       ir_val_int(in->program, i->b, &expected) && expected == 0 && is_mark(in, f, i->c);
}

bool atomic_may_take_flag(const struct program *p, const struct ir_inst *i)
{
	int64_t set;
	return i->op == OP_STORE && ir_val_int(p, i->b, &set) && set != 0;
}

/* One that all others wait for; in the kernel none is (analysis/whole/modified.c). */
static bool is_section(const struct frame *fr, const struct held *h)
{
	const struct path *x = path_at(&fr->paths, h->lock);
	return x->kind == PATH_NAMED && h->mode == MODE_EXCLUSIVE && !fr->p->kernel &&
	       *ir_str(fr->p, x->a) != '.';
}

/* Is it zero, as was found since the named lock that makes the section atomic was taken?
 * For a function that is atomic as a whole its callers have taken it. */
static bool was_found_zero(struct frame *fr, struct state *s, path_id address, uint32_t size)
{
	const struct model *m = fr->models[fr->fn->sym];
	struct loaded l;
	bool seen = m && m->flags & MODELF_LOCKED;
	for (uint32_t i = 0; i < s->locks.held_count; i++)
		seen |= is_section(fr, &s->locks.held[i]) &&
			stale_was_seen(s, address, size, s->locks.held[i].lock);
	if (!seen)
		return false;
	memory_load(fr, s, address, size, &l);
	return l.count == 1 && !l.unknown && facts_of(fr, s, l.values[0]).signs == SIGN_ZERO;
}

bool atomic_store_takes(struct frame *fr, struct state *s, uint32_t n, path_id address)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
	if (!address || path_at(&fr->paths, address)->flags & PATHF_ANY ||
	    !atomic_may_take_flag(fr->p, i) || lockset_find(&s->locks, address) ||
	    !modified_has(fr->flags, frame_alias(fr, address)) ||
	    !was_found_zero(fr, s, address, i->size))
		return false;
	lockset_acquire(&s->locks, (struct held){.lock = address, .mode = MODE_EXCLUSIVE,
						 .depth = 1, .func = fr->func, .inst = n},
			true);
	return true;
}

/* What somebody may have taken as a lock is given back, by us or for a caller. */
void atomic_give_flag(struct frame *fr, struct state *s, path_id address)
{
	cell_id c = frame_alias(fr, address);
	bool flag = c == ALIAS_MIXED ? fr->flags->n > 0 : c && modified_has(fr->flags, c);
	/* the class may be large: what does the address mean by itself? */
	flag = flag && modified_has_place(fr->flags, frame_points_to(fr, address));
	if (!address || !(flag || lockset_find(&s->locks, address)) ||
	    memory_is_private(fr, s, address))
		return;
	stale_release(fr, s, address);
	exec_lock_release(fr, s, address);
}

/* What branches will find out: did the exchange find what it expected? */
static struct fact found_expected(struct frame *fr, path_id found, path_id expected, bool did)
{
	if (path_at(&fr->paths, expected)->kind == PATH_INT)
		return (struct fact){.path = found, .exact = did,
				     .signs = did ? SIGN_ZERO : SIGN_NEGATIVE | SIGN_POSITIVE};
	return (struct fact){.path = path_math(&fr->paths, found, expected, MATH_EQUAL),
			     .exact = true, .value = did,
			     .signs = did ? SIGN_POSITIVE : SIGN_ZERO};
}

/* ---- shared ---- */

/* What the fact's formula is if v is that number; false: it is about something else. */
static bool number_if(const struct frame *fr, path_id formula, path_id v, int64_t n, int64_t *out)
{
	const struct path *x = path_at(&fr->paths, formula);
	const struct path *y = path_at(&fr->paths, x->kind == PATH_MATH ? x->b : 0);
	*out = n;
	if (formula == v)
		return true;
	if (x->kind != PATH_MATH || x->a != v || y->kind != PATH_INT)
		return false;
	switch (x->imm) {
	case MATH_AND: *out = n & y->imm; return true;
	case MATH_EQUAL: *out = n == y->imm; return true;
	case MATH_LESS: *out = n < y->imm; return true;
	case MATH_BELOW: *out = (uint64_t)n < (uint64_t)y->imm; return true;
	default: return false;
	}
}

/* Does the state know that v is not that number? */
static bool excludes(const struct frame *fr, const struct state *s, path_id v, int64_t n)
{
	for (uint32_t i = 0; i < s->fact_count; i++) {
		const struct fact *f = &s->facts[i];
		int64_t k;
		if (number_if(fr, f->path, v, n, &k) &&
		    (!(f->signs & facts_signs_of_int(k)) || (f->exact && f->value != k)))
			return true;
	}
	return false;
}

/* A compare-and-exchange of v in a state, which becomes that in which it has failed. */
static struct state *exec_exchange(struct frame *fr, uint32_t n, const struct ir_inst *i,
				   struct state *s, path_id v)
{
	path_id address = frame_value(fr, i->a), found = frame_opaque(fr, n);
	frame_mention(fr, address);
	frame_mention(fr, found);
	exec_access(fr, s, n, address, i->size, WRITE, (uint8_t)(exec_flags(i) | ACCESSF_ATOMIC),
		    fence_order(fr, n));
	memory_smash(fr, s, address, i->size);
	struct state *won = state_copy(fr, s);
	facts_add(fr, s, found_expected(fr, found, v, false));
	facts_add(fr, won, found_expected(fr, found, v, true));
	return won;
}

/*
 * if (v >= 0 && compare_exchange(word, v, v + 1)): who counts himself in, and has seen that
 * the word is not what it is while somebody has it for himself, shares it.
 */
static bool exec_share(struct frame *fr, uint32_t n, const struct ir_inst *i,
		       struct state_list *states)
{
	path_id address = frame_value(fr, i->a), v = frame_value(fr, i->b), base;
	path_id more = i->op == OP_CMPXCHG ? frame_value(fr, i->c) : 0;
	int64_t mark, step = more ? path_split_offset(&fr->paths, more, &base) : 0;
	if (step <= 0 || base != v || !address || i->order < ORDER_ACQUIRE ||
	    i->order == ORDER_RELEASE || path_at(&fr->paths, address)->flags & PATHF_ANY ||
	    states->n * 2 > MAX_STATES ||
	    !modified_mark(fr->flags, frame_points_to(fr, address), &mark) ||
	    modified_is_weak(fr->flags, frame_points_to(fr, address)))
		return false;
	for (uint32_t k = 0; k < states->n; k++)
		if (!excludes(fr, states->at[k], v, mark))
			return false;
	struct state_list out = {.at = ARENA_ARRAY(fr->scratch, struct state *, MAX_STATES)};
	struct held h = {.lock = address, .mode = MODE_SHARED, .depth = 1, .func = fr->func,
			 .inst = n};
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *won = exec_exchange(fr, n, i, states->at[k], v);
		lockset_acquire(&won->locks, h, true);
		out.at[out.n++] = states->at[k];
		out.at[out.n++] = won;
	}
	*states = out;
	return true;
}

/*
 * if (v > 0 && compare_exchange(word, v, v - 1)): one of a semaphore is taken.
 */
static bool exec_take_one(struct frame *fr, uint32_t n, const struct ir_inst *i,
			  struct state_list *states)
{
	path_id address = frame_value(fr, i->a), v = frame_value(fr, i->b);
	if (!atomic_takes_one(fr->p, fr->fn, i) || states->n * 2 > MAX_STATES || !v ||
	    !semaphore_is_at(fr, address))
		return false;
	for (uint32_t k = 0; k < states->n; k++)
		if (!excludes(fr, states->at[k], v, 0))
			return false;
	struct state_list out = {.at = ARENA_ARRAY(fr->scratch, struct state *, MAX_STATES)};
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *won = exec_exchange(fr, n, i, states->at[k], v);
		semaphore_taken(fr, won, n, address);
		out.at[out.n++] = states->at[k];
		out.at[out.n++] = won;
	}
	*states = out;
	return true;
}

/* ---- one's own mark ---- */

static bool is_own_mark(const struct frame *fr, ir_val v)
{
	const struct ir_inst *i =
		ir_val_tag(v) == VAL_INST ? ir_inst_at(fr->p, fr->fn, ir_val_index(v)) : NULL;
	const struct model *m =
		i && i->op == OP_CALL
			? pointers_called_model(fr->pt, fr->func, ir_val_index(v)) : NULL;
	sym_id s = i && i->op == OP_LOAD ? ir_val_symbol(fr->p, i->a) : 0;
	return (m && model_effect(m, EFFECT_OWN_ID)) ||
	       (s && fr->p->symbols.at[s].flags & SYMF_THREAD_LOCAL);
}

/* Is that what the function puts into the word to take it? */
static bool is_put_there(struct frame *fr, ir_val address, ir_val mark)
{
	for (uint32_t n = 0; n < fr->fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
		if (i->op == OP_CMPXCHG && frame_value(fr, i->a) == frame_value(fr, address) &&
		    (i->c == mark || frame_value(fr, i->c) == frame_value(fr, mark)) &&
		    atomic_takes_flag(fr->in, fr->func, i))
			return true;
	}
	return false;
}

static void found_own_mark(struct frame *fr, struct state *s, ir_val word, ir_val mark)
{
	const struct ir_inst *i =
		ir_val_tag(word) == VAL_INST ? ir_inst_at(fr->p, fr->fn, ir_val_index(word)) : NULL;
	if (!i || i->op != OP_LOAD || i->order == ORDER_PLAIN || !is_own_mark(fr, mark) ||
	    !is_put_there(fr, i->a, mark))
		return;
	path_id address = frame_value(fr, i->a);
	if (!address || path_at(&fr->paths, address)->flags & PATHF_ANY ||
	    modified_is_weak(fr->flags, frame_points_to(fr, address)))
		return;
	/* a caller has taken it; what gives it back wholly takes it from him, too */
	if (modified_is_given_whole(fr->flags, frame_points_to(fr, address)))
		lockset_drop(&s->locks, address);
	lockset_acquire(&s->locks,
			(struct held){.lock = address, .mode = MODE_EXCLUSIVE, .depth = 1,
				      .func = fr->func, .inst = ir_val_index(word)},
			true);
}

void atomic_found_equal(struct frame *fr, struct state *s, ir_val a, ir_val b)
{
	found_own_mark(fr, s, a, b);
	found_own_mark(fr, s, b, a);
}

/* Bits of a word that are taken: all who take some of it take the same ones. */
static bool are_bits_taken(struct frame *fr, path_id address, const struct ir_inst *i,
			   int64_t *bits)
{
	int64_t mark;
	return ir_val_int(fr->p, i->b, bits) &&
	       modified_mark(fr->flags, frame_points_to(fr, address), &mark) && mark == *bits;
}

/* Does it leave the bits as they are that say that somebody has the word? */
static bool leaves_bits(struct frame *fr, path_id address, const struct ir_inst *i)
{
	int64_t bits, mark;
	if (i->op != OP_RMW || !ir_val_int(fr->p, i->b, &bits))
		return false;
	return i->sub == RMW_OR ||
	       (i->sub == RMW_AND &&
		modified_mark(fr->flags, frame_points_to(fr, address), &mark) &&
		(bits & mark) == mark);
}

/* What says whether somebody had it: all of what was there, or the bits that were looked for. */
static path_id had_by_others(struct frame *fr, const struct ir_inst *i, path_id found)
{
	int64_t bits;
	if (i->op != OP_RMW || i->sub != RMW_OR || !ir_val_int(fr->p, i->b, &bits) ||
	    look_behind(fr->p, fr->func, i) != FOR_BITS)
		return found;
	return path_math(&fr->paths, found, path_int(&fr->paths, bits), MATH_AND);
}

/* Who has not found zero: the number by which all take it, if that is the only other one. */
static struct fact found_taken(struct frame *fr, path_id address, path_id found)
{
	struct fact f = {.path = found, .signs = SIGN_NEGATIVE | SIGN_POSITIVE};
	f.exact = modified_only_mark(fr->flags, frame_points_to(fr, address), &f.value);
	if (f.exact)
		f.signs = facts_signs_of_int(f.value);
	return f;
}

/*
 * Atomic read-modify-write. When it takes a flag from zero to non-zero, the one
 * thread that saw zero has the flag to itself until somebody stores to it: it
 * holds a lock named by the flag's address (docs/soundness.md).
 */
static void exec_flag_or_number(struct frame *fr, uint32_t n, const struct ir_inst *i,
				struct state_list *states)
{
	path_id address = frame_value(fr, i->a), result = frame_opaque(fr, n);
	int64_t bits;
	bool flag = atomic_takes_flag(fr->in, fr->func, i) && address &&
		    !(path_at(&fr->paths, address)->flags & PATHF_ANY) &&
		    !modified_is_weak(fr->flags, frame_points_to(fr, address)) &&
		    (i->op != OP_RMW || i->sub != RMW_OR ||
		     are_bits_taken(fr, address, i, &bits));
	path_id had = flag ? had_by_others(fr, i, result) : 0;
	struct state_list out = {0};
	frame_mention(fr, address);
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *s = states->at[k];
		exec_access(fr, s, n, address, i->size, WRITE,
			    (uint8_t)(exec_flags(i) | ACCESSF_ATOMIC), fence_order(fr, n));
		memory_smash(fr, s, address, i->size);
		memory_escape(fr, s, frame_value(fr, i->b));
		memory_escape(fr, s, i->op == OP_CMPXCHG ? frame_value(fr, i->c) : 0);
		if (!flag && i->op == OP_RMW && semaphore_is_at(fr, address)) {
			semaphore_posted(fr, s, n, address);
			continue;
		}
		if (!flag) {
			if (!leaves_bits(fr, address, i))
				atomic_give_flag(fr, s, address);
			continue;
		}
		struct state *won = state_copy(fr, s);
		struct held h = {.lock = address, .mode = MODE_EXCLUSIVE, .depth = 1,
				 .func = fr->func, .inst = n};
		facts_add(fr, s, found_taken(fr, address, had));
		facts_add(fr, won, (struct fact){.path = had, .signs = SIGN_ZERO, .exact = true});
		lockset_acquire(&won->locks, h, true);
		state_list_add(fr, &out, s);
		state_list_add(fr, &out, won);
	}
	if (flag && states->n)
		*states = out;
}

/*
 * New memory is published by an exchange that compares first: where that fails, nobody
 * has seen it, and it may be prepared for the next try.
 */
static bool exec_publish(struct frame *fr, uint32_t n, const struct ir_inst *i,
			 struct state_list *states)
{
	path_id address = frame_value(fr, i->a), expected = frame_value(fr, i->b);
	path_id value = i->op == OP_CMPXCHG ? frame_value(fr, i->c) : 0;
	const struct path *x = path_at(&fr->paths, expected);
	struct state_list out = {.at = ARENA_ARRAY(fr->scratch, struct state *, MAX_STATES)};
	if (!value || !expected || states->n * 2 > MAX_STATES || (x->kind == PATH_INT && x->imm))
		return false;
	bool fills = x->kind == PATH_INT && fill_is_slot(fr, address);
	for (uint32_t k = 0; k < states->n; k++)
		if ((!fills && !memory_is_private(fr, states->at[k], value)) ||
		    path_at(&fr->paths, value)->kind == PATH_INT)
			return false;
	path_id found = frame_opaque(fr, n);
	frame_mention(fr, address);
	frame_mention(fr, found);
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *s = states->at[k];
		exec_access(fr, s, n, address, i->size, WRITE,
			    (uint8_t)(exec_flags(i) | ACCESSF_ATOMIC), fence_order(fr, n));
		memory_escape(fr, s, expected);
		if (!fills || memory_is_known(s, address, i->size))
			memory_smash(fr, s, address, i->size);
		s->published = 0;
		struct state *won = state_copy(fr, s);
		memory_escape(fr, won, value);
		won->published = n + 1;
		facts_add(fr, s, found_expected(fr, found, expected, false));
		facts_add(fr, won, found_expected(fr, found, expected, true));
		if (fills) {
			fill_done(fr, won, address, value);
			fill_done(fr, s, address, found);
		}
		out.at[out.n++] = s;
		out.at[out.n++] = won;
	}
	*states = out;
	return true;
}

void exec_atomic(struct frame *fr, uint32_t n, const struct ir_inst *i,
			struct state_list *states)
{
	if (!exec_publish(fr, n, i, states) && !exec_share(fr, n, i, states) &&
	    !exec_take_one(fr, n, i, states))
		exec_flag_or_number(fr, n, i, states);
}
