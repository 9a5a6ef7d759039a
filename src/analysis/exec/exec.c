/* SPDX-License-Identifier: MIT */
/*
 * Symbolic execution of one block: every instruction gets a name, every state
 * its effect. Calls are in call.c.
 */
#include "analysis/exec/exec.h"

#include <string.h>

#include "analysis/exec/claimed.h"
#include "analysis/state/dropped.h"
#include "analysis/result/export.h"
#include "analysis/state/facts.h"
#include "analysis/state/memory.h"
#include "analysis/exec/once_flag.h"
#include "analysis/exec/taken.h"
#include "base/diag.h"
#include "ir/convert.h"
#include "ir/step.h"
#include "analysis/whole/settled.h"

/* ---- locks, threads, accesses: shared with calls ---- */

/* Were the pointers to them found in two words that never hold the same (summary/sole.h)? */
static bool are_found_apart(struct frame *fr, path_id a, path_id b)
{
	path_id x = path_loaded_from(&fr->paths, a), y = path_loaded_from(&fr->paths, b);
	if (!x || !y || x == y)
		return false;
	frame_points_to(fr, y);
	const struct pt_set *set = frame_points_to(fr, x);
	return sole_words_apart(&fr->done->sole, set, frame_points_to(fr, y));
}

/* Is each in memory that was allocated for another call of one function? */
static bool are_copies_apart(struct frame *fr, path_id a, path_id b)
{
	frame_copies_of(fr, b); /* so that it is there, and the other one stays where it is */
	const struct pt_set *x = frame_copies_of(fr, a);
	return pt_sets_apart(fr->pt, x, frame_copies_of(fr, b));
}

bool exec_locks_may_alias(struct frame *fr, path_id a, path_id b)
{
	enum { UNKNOWN, SEPARATE, MAY_BE_ONE };
	uint32_t known = map_get(&fr->same_locks, map_key2(a, b), UNKNOWN);
	if (path_of_some(&fr->paths, a) == b)
		return true;
	if (known != UNKNOWN)
		return known == MAY_BE_ONE;
	frame_points_to(fr, b);
	const struct pt_set *x = frame_points_to(fr, a);
	bool overlap = pt_sets_overlap(fr->pt, x, 1, frame_points_to(fr, b), 1) &&
		       !are_found_apart(fr, a, b) && !are_copies_apart(fr, a, b);
	fr->common_matters |= a == fr->common_lock && !overlap;
	map_put(&fr->same_locks, map_key2(a, b), overlap ? MAY_BE_ONE : SEPARATE);
	return overlap;
}

/* lock(&p->q->lock); ...; unlock(&p->q->lock): p->q was read twice, and a call in
 * between may have changed it for all we know. It is the lock that is held. */
static bool is_by_same_pointer(struct frame *fr, path_id lock, path_id other)
{
	path_id base, other_base;
	int64_t offset = path_split_offset(&fr->paths, lock, &base);
	path_id from = frame_loaded_from(fr, base);
	return from && path_split_offset(&fr->paths, other, &other_base) == offset &&
	       frame_loaded_from(fr, other_base) == from;
}

static path_id held_by_same_pointer(struct frame *fr, const struct lockset *l, path_id lock)
{
	for (uint32_t i = 0; i < l->held_count; i++)
		if (is_by_same_pointer(fr, lock, l->held[i].lock))
			return l->held[i].lock;
	for (uint32_t i = 0; i < l->lost_count; i++)
		if (is_by_same_pointer(fr, lock, l->lost[i].lock))
			return l->lost[i].lock;
	return lock;
}

/*
 * Acquire only through a name that is certain, release through any that may be
 * it. An exact match releases that lock and no other: two names for one held
 * lock would mean that it was acquired twice. Locks that only may be the one are held
 * no longer; whether those of the callers are is said by the name in 'dropped', which
 * may mean them as well.
 */
void exec_lock_release(struct frame *fr, struct state *s, path_id lock)
{
	path_id held = facts_locked_name(fr, s, lock);
	lock = fill_name(fr, s, lock);
	if (held != lock && lockset_find(&s->locks, held))
		lock = held;
	exec_lock_release_as(fr, &s->locks, lock, lock);
}

/* How sure is it that what was released by that name is this lock? PT_ONE: it is. */
static enum pt_choice released_among(struct frame *fr, path_id lock, path_id held)
{
	enum pt_choice choice = pt_set_choice(fr->pt, frame_points_to(fr, lock));
	bool one = choice == PT_ONE &&
		   pt_set_choice(fr->pt, frame_points_to(fr, held)) == PT_ONE;
	return choice == PT_ONE && !one ? PT_FEW : choice;
}

/* A lock was released that may be one of those that are held, or are lost already. */
static void lose_others(struct frame *fr, struct lockset *l, path_id lock)
{
	for (uint32_t i = l->held_count + l->lost_count; i-- > 0;) {
		path_id held = i < l->held_count ? l->held[i].lock
						 : l->lost[i - l->held_count].lock;
		if (!exec_locks_may_alias(fr, lock, held))
			continue;
		enum pt_choice choice = released_among(fr, lock, held);
		if (choice == PT_ONE) {
			lockset_forget(l, held);
			lockset_forget_lost(l, held);
		} else {
			lockset_lose(l, held, choice == PT_MANY);
		}
	}
}

void exec_lock_release_as(struct frame *fr, struct lockset *l, path_id lock, path_id as)
{
	if (!lock) {
		lockset_drop_all(l);
		return;
	}
	if (!lockset_find(l, lock) && !lockset_find_lost(l, lock))
		lock = held_by_same_pointer(fr, l, lock);
	if (lockset_find(l, lock) || lockset_find_lost(l, lock)) {
		lockset_release(l, lock);
		return;
	}
	lose_others(fr, l, lock);
	lockset_end_settings(l, lock);
	dropped_add(fr, l, as);
}

static bool is_constant_data(const struct frame *fr, path_id address)
{
	const struct path *x = path_at(&fr->paths, address);
	const struct path *root = path_at(&fr->paths, x->root);
	if (x->loads || root->kind != PATH_SYMBOL)
		return x->kind == PATH_INT || (!x->loads && root->kind == PATH_INT);
	const struct ir_symbol *sym = &fr->p->symbols.at[root->a];
	return sym->kind == SYM_FUNCTION || sym->flags & (SYMF_CONST | SYMF_STRING);
}

/* The operand that is this address; a call has several that may be. */
static ir_val operand_of(struct frame *fr, uint32_t inst, path_id address, bool read)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, inst);
	if (i->op != OP_CALL && i->op != OP_ASM)
		return i->op == OP_COPY && read ? i->b : i->a;
	for (uint32_t k = 0; k < i->arg_count; k++) {
		ir_val v = fr->p->operands.at[i->args + k];
		if (frame_value(fr, v) == address)
			return v;
	}
	return 0;
}

/* A thread-local variable gets what threads may be told apart by (race/veto/own_variable.c); v 0:
 * not known. */
static void note_own(struct frame *fr, uint32_t n, path_id address, path_id v)
{
	path_id base;
	int64_t offset = path_split_offset(&fr->paths, address, &base);
	const struct path *x = path_at(&fr->paths, base);
	if (fr->recording && address && x->kind == PATH_SYMBOL && offset >= 0 &&
	    offset < INT32_MAX && fr->p->symbols.at[x->a].flags & SYMF_THREAD_LOCAL)
		export_sync(fr, (struct sync){.kind = SYNC_OWN, .object = v, .func = fr->func,
					      .inst = n,
					      .value = sync_own(x->a, (uint32_t)offset)});
}

void exec_access(struct frame *fr, struct state *s, uint32_t inst, path_id address,
		 uint32_t size, enum access_kind kind, uint8_t flags, uint8_t order)
{
	if (kind == WRITE && ir_inst_at(fr->p, fr->fn, inst)->op != OP_STORE)
		note_own(fr, inst, address, 0);
	if (!fr->recording || !address || is_constant_data(fr, address) ||
	    memory_is_own(fr, s, address))
		return;
	const struct escape *e = fr->in->escape;
	ir_val v = operand_of(fr, inst, address, kind == READ);
	if (frame_in_loop(fr, inst))
		flags |= ACCESSF_LOOP;
	export_access(fr, s,
		      (struct access){.path = address, .size = size, .kind = kind & 15,
				      .flags = flags, .order = order, .func = fr->func,
				      .inst = inst,
				      .traits = traits_of(fr, inst, kind, flags),
				      .address = v,
				      .node = e && v ? escape_of_value(e, fr->func, v) : 0});
}

void exec_phase(struct state *s, struct phase more)
{
	path_id barrier = more.barrier;
	uint32_t i;
	for (i = 0; i < s->phase_count && s->phases[i].barrier != barrier; i++)
		;
	if (i == MAX_PHASES || !barrier)
		return;
	if (i == s->phase_count)
		s->phases[s->phase_count++] = (struct phase){.barrier = barrier};
	struct phase *p = &s->phases[i];
	p->every = phase_step_added(p, &more);
	p->least += more.least;
	p->most = p->most > UINT32_MAX - more.most ? UINT32_MAX : p->most + more.most;
}

/* ---- instructions ---- */

static uint32_t constant_size(const struct frame *fr, ir_val v)
{
	int64_t n;
	return ir_val_int(fr->p, v, &n) && n > 0 && n < UINT32_MAX ? (uint32_t)n : 0;
}

uint8_t exec_flags(const struct ir_inst *i)
{
	return (uint8_t)((i->order != ORDER_PLAIN ? ACCESSF_ATOMIC : 0) |
			 (i->flags & INSTF_VOLATILE ? ACCESSF_VOLATILE : 0) |
			 (i->flags & INSTF_BITFIELD ? ACCESSF_BITFIELD : 0));
}

static void hint_address(struct frame *fr, path_id address, ir_val v)
{
	if (address && (address >= fr->alias_of.n || fr->alias_of.at[address] == UINT32_MAX))
		frame_hint_alias(fr, address, pointers_cell_of_address(fr->pt, fr->func, v));
}

/* Is it only what was stored there on entry? */
static bool is_entry_content(const struct frame *fr, const path_id *values, uint32_t n,
			     path_id address)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct path *x = path_at(&fr->paths, values[i]);
		if (x->kind != PATH_LOAD || x->a != address)
			return false;
	}
	return true;
}

/* A number that is taken from a counter, under a lock: it has a name of its own
 * (race/veto/ticket.c). */
static bool is_taken(const struct frame *fr, uint32_t n, path_id address,
		     const struct state_list *states)
{
	const struct state *s = states->n ? states->at[0] : NULL;
	return s && s->locks.held_count && ir_step_from(fr->p, fr->fn, n) &&
	       !memory_is_private(fr, s, address);
}

static void exec_load(struct frame *fr, uint32_t n, const struct ir_inst *i,
		      struct state_list *states)
{
	path_id address = frame_value(fr, i->a), values[MAX_STATES * MAX_VALUES];
	uint32_t count = 0;
	int64_t settled;
	bool unknown = !address;
	struct loaded each[MAX_STATES + 1];
	frame_mention(fr, address);
	hint_address(fr, address, i->a);
	for (uint32_t k = 0; k < states->n && address; k++) {
		exec_access(fr, states->at[k], n, address, i->size, READ, exec_flags(i),
			    fence_order(fr, n));
		stale_load(fr, states->at[k], n, address);
		memory_load(fr, states->at[k], address, i->size, &each[k]);
		unknown |= each[k].unknown;
		for (uint32_t v = 0; v < each[k].count; v++)
			values[count++] = each[k].values[v];
	}
	if (settled_value(fr->settled, fr->func, n, &settled)) {
		values[0] = path_int(&fr->paths, settled);
		frame_name(fr, n, values, 1, false);
		return;
	}
	if (!fr->value[n] && address && is_taken(fr, n, address, states))
		fr->named_value[n] = true;
	if (!fr->value[n] && count && !fill_is_slot(fr, address) &&
	    (is_entry_content(fr, values, count, address) ||
	     (!fr->is_address[n] && foresee_is_from_before(fr, n, values, count))) &&
	    foresee_change(fr, n, frame_alias(fr, address)))
		fr->named_value[n] = true;
	path_id name = frame_name(fr, n, values, count, unknown);
	for (uint32_t k = 0; k < states->n && address && i->size == sizeof(int64_t); k++)
		taken_by_load(fr, states->at[k], address, name,
			      each[k].count == 1 && !each[k].unknown ? each[k].values[0] : 0);
	if (!fr->named_value[n]) {
		if (address && i->order == ORDER_PLAIN)
			once_flag_loaded(fr, n, address, name, i->size, states);
		return;
	}
	for (uint32_t k = 0; k < states->n && address; k++) {
		struct fact f = {.path = name, .signs = SIGN_ANY};
		if (each[k].count == 1 && !each[k].unknown) {
			f = facts_of(fr, states->at[k], each[k].values[0]);
			f.same = f.same ? f.same : each[k].values[0];
			f.path = name;
		}
		memory_name_content(fr, states->at[k], address, i->size, name);
		facts_add(fr, states->at[k], f);
	}
	fr->mentioned[n] = true;
	if (address && i->order == ORDER_PLAIN)
		once_flag_loaded(fr, n, address, name, i->size, states);
}

/* A store of zero with release order gives back a lock built from an atomic. */
static void exec_store(struct frame *fr, uint32_t n, const struct ir_inst *i, struct state *s)
{
	path_id address = frame_value(fr, i->a), v = frame_value(fr, i->b);
	frame_mention(fr, address);
	frame_mention(fr, v);
	hint_address(fr, address, i->a);
	bool claims = claim_by_store(fr, s, n, address);
	exec_access(fr, s, n, address, i->size, WRITE, exec_flags(i), fence_order(fr, n));
	taken_by_store(fr, s, address, i->size, v);
	note_own(fr, n, address, v);
	join_put(fr, s, n, address, v);
	join_overwritten(fr, s, address, i->size, v);
	bool once = address && once_flag_stored(s, address); /* it is set now, or was before */
	if (!once && i->order >= ORDER_RELEASE && !memory_is_private(fr, s, address) &&
	    !lockset_find(&s->locks, address))
		stale_constants(fr, s);
	if (semaphore_is_at(fr, address))
		semaphore_stored(fr, n, address);
	if (!once && !claims && !atomic_store_takes(fr, s, n, address))
		atomic_give_flag(fr, s, address);
	if (!claims)
		claim_given_by_store(fr, s, n, address);
	memory_store(fr, s, address, i->size, &v, v ? 1 : 0, !v, true);
	stale_store(fr, s, address, i);
	memory_contain(fr, s, address, v);
}

static void exec_copy(struct frame *fr, uint32_t n, const struct ir_inst *i, struct state *s)
{
	path_id to = frame_value(fr, i->a), from = frame_value(fr, i->b);
	uint32_t size = constant_size(fr, i->c);
	frame_mention(fr, to);
	frame_mention(fr, from);
	exec_access(fr, s, n, from, size, READ, exec_flags(i), 0);
	exec_access(fr, s, n, to, size, WRITE, exec_flags(i), 0);
	join_overwritten(fr, s, to, size, 0);
	memory_copy(fr, s, to, from, size);
}

static void exec_set(struct frame *fr, uint32_t n, const struct ir_inst *i, struct state *s)
{
	path_id to = frame_value(fr, i->a), zero = path_int(&fr->paths, 0);
	uint32_t size = constant_size(fr, i->c);
	int64_t byte;
	frame_mention(fr, to);
	exec_access(fr, s, n, to, size, WRITE, exec_flags(i), 0);
	memory_smash(fr, s, to, size);
	if (!to || size > 256 || !ir_val_int(fr->p, i->b, &byte) || byte != 0)
		return;
	for (uint32_t at = 0; at + 8 <= size; at += 8)
		memory_store(fr, s, path_offset(&fr->paths, to, at), 8, &zero, 1, false, true);
}

static int64_t fold(enum ir_arith op, int64_t x, int64_t y)
{
	uint64_t a = (uint64_t)x, b = (uint64_t)y;
	switch (op) {
	case ARITH_ADD: return (int64_t)(a + b);
	case ARITH_SUB: return (int64_t)(a - b);
	case ARITH_MUL: return (int64_t)(a * b);
	case ARITH_AND: return (int64_t)(a & b);
	case ARITH_OR: return (int64_t)(a | b);
	case ARITH_XOR: return (int64_t)(a ^ b);
	case ARITH_SHL: return b < 64 ? (int64_t)(a << b) : 0;
	default: return 0;
	}
}

/* Pointer arithmetic we cannot follow stays inside the object it started in. */
static void name_somewhere_in(struct frame *fr, uint32_t n, path_id a, path_id b)
{
	path_id values[2];
	uint32_t count = 0;
	path_id both[2] = {a, b};
	for (uint32_t i = 0; i < 2; i++)
		if (both[i] && frame_private(fr, path_at(&fr->paths, both[i])->root) != UINT32_MAX)
			values[count++] = path_index(&fr->paths, both[i], 0, 1);
	if (count) {
		fr->named_value[n] = true;
		frame_name(fr, n, values, count, false);
	} else {
		frame_opaque(fr, n);
	}
}

/* A number that is computed from others: the same formula is the same number. */
static path_id name_of_number(struct frame *fr, uint32_t n, const struct ir_inst *i, path_id a,
			      path_id b)
{
	static const int8_t math[ARITH_COUNT] = {
		[ARITH_ADD] = MATH_ADD, [ARITH_SUB] = MATH_SUB, [ARITH_MUL] = MATH_MUL,
		[ARITH_DIV] = MATH_DIV, [ARITH_REM] = MATH_REM, [ARITH_AND] = MATH_AND,
		[ARITH_OR] = -1,	[ARITH_XOR] = -1,	[ARITH_SHL] = MATH_SHL,
		[ARITH_SHR] = MATH_SHR,
	};
	enum { FORMULA_STEPS = 7 };
	const struct path *x = path_at(&fr->paths, a), *y = path_at(&fr->paths, b);
	struct pt_set set = {0};
	if (!a || !b || math[i->sub] < 0 || x->steps > FORMULA_STEPS ||
	    y->steps > FORMULA_STEPS || x->loads > 2 || y->loads > 2)
		return 0;
	pointers_of_value(fr->pt, fr->func, ir_val_make(VAL_INST, n), &set);
	bool pointer = set.locs.n || set.unknown;
	pt_set_free(&set);
	return pointer ? 0 : path_math(&fr->paths, a, b, (enum path_math)math[i->sub]);
}

static void name_arith(struct frame *fr, uint32_t n, const struct ir_inst *i)
{
	path_id a = frame_value(fr, i->a), b = frame_value(fr, i->b), v = 0;
	const struct path *x = path_at(&fr->paths, a), *y = path_at(&fr->paths, b);
	bool foldable = i->sub <= ARITH_SHL && i->sub != ARITH_DIV && i->sub != ARITH_REM;
	if (x->kind == PATH_INT && y->kind == PATH_INT && foldable)
		v = path_int(&fr->paths, fold(i->sub, x->imm, y->imm));
	else if (a && y->kind == PATH_INT && i->sub == ARITH_ADD)
		v = path_offset(&fr->paths, a, y->imm);
	else if (a && y->kind == PATH_INT && i->sub == ARITH_SUB)
		v = path_offset(&fr->paths, a, (int64_t)(0 - (uint64_t)y->imm));
	else if (b && x->kind == PATH_INT && i->sub == ARITH_ADD)
		v = path_offset(&fr->paths, b, x->imm);
	else
		v = name_of_number(fr, n, i, a, b);
	if (v)
		frame_derive(fr, n, v);
	else
		name_somewhere_in(fr, n, a, b);
}

/* What is made smaller is another number, unless it has the size of an int: that is taken to be
 * enough. */
static void name_cast(struct frame *fr, uint32_t n, const struct ir_inst *i)
{
	enum { WORD = 4 };
	path_id a = frame_value(fr, i->a);
	uint32_t bytes = 0;
	enum ir_conversion c = ir_conversion(fr->p, fr->fn, i, &bytes);
	const struct path *x = path_at(&fr->paths, a);
	bool counter = x->kind == PATH_VALUE && x->a == fr->func && !(x->b & VALUE_PARAM) &&
		       fr->counts_up[x->b];
	bool changes = (c == CONVERT_LOW || (c == CONVERT_UNSIGNED && !counter)) &&
		       (bytes < WORD || x->kind == PATH_INT);
	if (changes)
		a = path_math(&fr->paths, a, path_int(&fr->paths, bytes),
			      c == CONVERT_LOW ? MATH_LOW : MATH_UNSIGNED);
	frame_derive(fr, n, c == CONVERT_NOT_KNOWN ? 0 : a);
}

static void name_pure(struct frame *fr, uint32_t n, const struct ir_inst *i)
{
	path_id v, values[2];
	switch (i->op) {
	case OP_OFFSET:
		v = path_offset(&fr->paths, frame_value(fr, i->a), i->imm);
		frame_derive(fr, n, frame_bounded(fr, v, n));
		break;
	case OP_INDEX:
		v = path_index(&fr->paths, frame_value(fr, i->a), frame_value(fr, i->b),
			       (uint64_t)i->imm);
		frame_derive(fr, n, frame_bounded(fr, v, n));
		break;
	case OP_SELECT:
		values[0] = frame_value(fr, i->b);
		values[1] = frame_value(fr, i->c);
		frame_name(fr, n, values, 2, !values[0] || !values[1]);
		break;
	case OP_ARITH:
		name_arith(fr, n, i);
		break;
	case OP_CAST:
		name_cast(fr, n, i);
		break;
	default:
		frame_opaque(fr, n);
		break;
	}
	frame_mention(fr, fr->value[n]);
}

static void exec_local(struct frame *fr, uint32_t n, struct state_list *states)
{
	path_id leaf = path_leaf(&fr->paths, PATH_LOCAL, fr->func, n);
	uint32_t number = frame_make_private(fr, leaf);
	fr->value[n] = leaf;
	if (!frame_in_loop(fr, n))
		return;
	for (uint32_t k = 0; k < states->n; k++)
		state_renew(fr, states->at[k], leaf, number);
}

/* Assembly that says that it touches memory, and has text: whatever its operands point to. */
static bool touches_operands(const struct frame *fr, const struct ir_inst *i)
{
	return i->op == OP_ASM && i->flags & INSTF_MEMORY && *ir_str(fr->p, (str_id)i->imm);
}

/* Values computed in ways we do not follow: what they are made of gets out. */
static void exec_opaque_list(struct frame *fr, uint32_t n, const struct ir_inst *i,
			     struct state_list *states)
{
	frame_opaque(fr, n);
	for (uint32_t a = 0; a < i->arg_count; a++) {
		path_id v = frame_value(fr, fr->p->operands.at[i->args + a]);
		bool touched = v && touches_operands(fr, i) && frame_alias(fr, v);
		for (uint32_t k = 0; k < states->n && v; k++) {
			if (touched)
				exec_access(fr, states->at[k], n, v, 0, WRITE, ACCESSF_UNKNOWN, 0);
			memory_escape(fr, states->at[k], v);
			if (i->op == OP_ASM)
				memory_smash(fr, states->at[k], v, 0);
		}
	}
}

static void exec_each(struct frame *fr, uint32_t n, const struct ir_inst *i,
		      struct state_list *states,
		      void (*run)(struct frame *, uint32_t, const struct ir_inst *,
				  struct state *))
{
	for (uint32_t k = 0; k < states->n; k++)
		run(fr, n, i, states->at[k]);
}

static bool is_index(const struct frame *fr, uint32_t n)
{
	uint32_t l = fr->loop_of[frame_block_of(fr, n)];
	return l != NO_LOOP && fr->loops.at[l].induction == n + 1;
}

static void exec_inst(struct frame *fr, uint32_t n, bool in_loop, struct state_list *states)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
	fr->several = states->n > 1;
	fr->at = n;
	if (in_loop && fr->mentioned[n] && i->op != OP_PHI) {
		path_id leaf = frame_value_leaf(fr, n);
		for (uint32_t k = 0; k < states->n; k++)
			state_forget(fr, states->at[k], &leaf, 1);
	}
	switch (i->op) {
	case OP_LOCAL: exec_local(fr, n, states); break;
	case OP_LOAD:
		exec_load(fr, n, i, states);
		for (uint32_t k = 0; in_loop && is_index(fr, n) && k < states->n; k++)
			counter_begins(fr, states->at[k], frame_block_of(fr, n), OP_LOAD);
		break;
	case OP_STORE: exec_each(fr, n, i, states, exec_store); break;
	case OP_COPY: exec_each(fr, n, i, states, exec_copy); break;
	case OP_SET: exec_each(fr, n, i, states, exec_set); break;
	case OP_RMW:
	case OP_CMPXCHG: exec_atomic(fr, n, i, states); break;
	case OP_CALL: call_exec(fr, n, states); break;
	case OP_OTHER:
	case OP_ASM: exec_opaque_list(fr, n, i, states); break;
	case OP_COMPARE:
		name_pure(fr, n, i);
		own_id_compared(fr, n, states);
		break;
	case OP_OFFSET:
	case OP_INDEX:
	case OP_SELECT:
	case OP_ARITH:
	case OP_CAST: name_pure(fr, n, i); break;
	default: break;
	}
}

static bool phi_edge_seen(const struct frame *fr, uint32_t pred)
{
	return fr->position[pred] != UINT32_MAX && fr->in_states[pred].n > 0;
}

/* What a phi may be: distinct values, one more than can be alternatives, and the
 * phi itself. */
struct incoming {
	path_id values[MAX_VALUES + 2];
	uint32_t count;
	bool unknown;
};

static void add_incoming(struct incoming *in, path_id v)
{
	for (uint32_t i = 0; i < in->count; i++)
		if (in->values[i] == v)
			return;
	if (!v || in->count == MAX_VALUES + 2)
		in->unknown = true;
	else
		in->values[in->count++] = v;
}

/* Only edges that some state has taken count; loop headers are named at once,
 * because their value changes from round to round. */
static void name_phi(struct frame *fr, uint32_t block, uint32_t n)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
	struct incoming in = {.count = 0};
	bool in_loop = fr->loop_of[block] != NO_LOOP;
	if (fr->twin_of[n]) {
		path_id index = frame_value_leaf(fr, fr->twin_of[n] - 1);
		frame_mention(fr, index);
		frame_name(fr, n, &index, 1, false);
		return;
	}
	for (uint32_t k = 0; k + 1 < i->arg_count; k += 2) {
		uint32_t pred = fr->p->operands.at[i->args + k];
		ir_val v = fr->p->operands.at[i->args + k + 1];
		bool back = fr->position[pred] >= fr->position[block];
		if (back)
			fr->named_value[n] = true;
		bool seen = phi_edge_seen(fr, pred);
		if (!seen && in_loop && !fr->is_address[n])
			fr->named_value[n] = true; /* the next round may come that way */
		if (!seen ||
		    (back && ir_val_tag(v) == VAL_INST && !fr->value[ir_val_index(v)]))
			continue;
		add_incoming(&in, frame_value(fr, v));
		if (back)
			memory_carry(fr, frame_value(fr, v), fr->loop_of[block]);
	}
	if (in.count || in.unknown)
		frame_name(fr, n, in.values, in.count, in.unknown);
	else if (!fr->value[n])
		frame_opaque(fr, n);
}

void exec_block(struct frame *fr, uint32_t block, struct state_list *states)
{
	const struct ir_block *b = ir_block_at(fr->p, fr->fn, block);
	bool in_loop = fr->loop_of[block] != NO_LOOP;
	for (uint32_t k = 0; k < b->inst_count; k++)
		if (ir_inst_at(fr->p, fr->fn, b->inst_first + k)->op == OP_PHI)
			name_phi(fr, block, b->inst_first + k);
	for (uint32_t k = 0; k + 1 < b->inst_count && states->n; k++)
		exec_inst(fr, b->inst_first + k, in_loop, states);
}
