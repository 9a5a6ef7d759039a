/* SPDX-License-Identifier: MIT */
/*
 * Privacy: which objects nobody else can reach yet. What is stored in a private object
 * gets out with it.
 */
#include <string.h>

#include "analysis/state/candidates.h"
#include "analysis/state/memory.h"
#include "analysis/state/put.h"

static void mark_escaped(struct frame *fr, struct state *s, uint32_t number)
{
	uint32_t bit = number * ESCAPED_BITS, words = bit / 64 + 1;
	state_own(fr, s, STATE_ESCAPED);
	if (s->escaped_words < words) {
		uint64_t *more = ARENA_ARRAY(fr->scratch, uint64_t, words);
		if (s->escaped_words)
			memcpy(more, s->escaped, s->escaped_words * sizeof(*more));
		s->escaped = more;
		s->escaped_words = words;
	}
	s->escaped[bit / 64] |= (uint64_t)(1 << ESCAPED_ANY | 1 << ESCAPED_NEWEST) << bit % 64;
}

void memory_returns_again(struct frame *fr, struct state *s)
{
	state_own(fr, s, STATE_CELLS);
	for (uint32_t i = 0; i < s->cell_count; i++) {
		s->cells[i].read = false;
		s->cells[i].unknown = true;
		s->cells[i].count = 0;
	}
	s->clobbered_all = true;
	for (uint32_t number = 0; number < fr->privates.n; number++)
		mark_escaped(fr, s, number);
	s->escaped_formals = (struct formals){UINT64_MAX, UINT64_MAX};
}

static void escape_contents(struct frame *fr, struct state *s, uint32_t number,
			    bool given);

/* Given: somebody gets it who is not told of by the summary's writes. */
static void escape_number(struct frame *fr, struct state *s, uint32_t number, bool given)
{
	bool news = given && !fr->given.at[number];
	if (state_escaped_bit(s, number, ESCAPED_NEWEST) && !news)
		return;
	fr->given.at[number] |= given;
	mark_escaped(fr, s, number);
	escape_contents(fr, s, number, given);
}

static void escape_contents(struct frame *fr, struct state *s, uint32_t number,
			    bool given)
{
	for (uint32_t i = 0; i < fr->contains.n; i++) {
		const struct contains c = fr->contains.at[i];
		if (c.outer != number)
			continue;
		formals_add(&s->escaped_formals, &c.formals);
		formals_add(&fr->escapes, &c.formals);
		if (c.inner != UINT32_MAX)
			escape_number(fr, s, c.inner, given);
	}
}

/*
 * A walk to the roots of a value: private objects and formals whose address it may be, or
 * behind which it may be found. A name that stands for known alternatives is each of
 * them. One that could be anything came from somewhere all the same: a load from what the
 * memory holds, a call from its arguments, others from their operands, as far as the
 * pointer sets agree; when that leads too far, these sets alone say what it may be.
 */
struct walk {
	uint32_t number; /* of this walk: what it has passed is marked with it */
	uint32_t left; /* steps, of those that lead from a value that could be anything */
	path_id whole; /* that value; 0: none so far */
	bool formals;  /* these are asked for, else private objects */
};
enum { MAX_WALK = 48 };

static bool is_asked_for(const struct frame *fr, const struct walk *w, path_id root)
{
	return w->formals ? path_at(&fr->paths, root)->kind == PATH_FORMAL
			  : frame_private(fr, root) != UINT32_MAX;
}

static void add_root(struct frame *fr, path_id root, bool behind)
{
	struct root r = {root, behind};
	for (uint32_t i = fr->roots_from; i < fr->roots.n; i++)
		if (fr->roots.at[i].path == root && fr->roots.at[i].behind == behind)
			return;
	vec_push(&fr->roots, r);
}

static void add_candidates(struct frame *fr, const struct walk *w, path_id value)
{
	const struct candidates *c = candidates_of(fr, value, w->formals);
	for (uint32_t i = 0; i < c->n; i++)
		add_root(fr, c->at[i].path, c->at[i].behind);
}

static void walk_value(struct frame *fr, struct walk *w, path_id value, bool behind);

static void walk_operand(struct frame *fr, struct walk *w, ir_val v, bool behind)
{
	path_id p = ir_val_tag(v) == VAL_NONE ? 0 : frame_value(fr, v);
	if (p && path_at(&fr->paths, p)->kind != PATH_INT)
		walk_value(fr, w, p, behind);
}

static bool is_news(struct frame *fr, const struct walk *w, uint32_t inst, bool behind)
{
	uint32_t *mark = &fr->walked[2 * inst + behind];
	bool news = *mark != w->number;
	*mark = w->number;
	return news;
}

/* What an instruction whose value could be anything made it of. */
static void walk_sources(struct frame *fr, struct walk *w, uint32_t inst, bool behind)
{
	const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, inst);
	bool pairs = i->op == OP_PHI;
	if (i->op == OP_LOAD || i->op == OP_RMW || i->op == OP_CMPXCHG) {
		walk_operand(fr, w, i->a, true);
		return;
	}
	if (i->op != OP_CALL) {
		walk_operand(fr, w, i->a, behind);
		walk_operand(fr, w, i->b, behind);
		walk_operand(fr, w, i->c, behind);
	}
	for (uint32_t k = pairs ? 1 : 0; k < i->arg_count; k += pairs ? 2 : 1) {
		ir_val v = fr->p->operands.at[i->args + k];
		walk_operand(fr, w, v, behind);
		if (i->op == OP_CALL)
			walk_operand(fr, w, v, true);
	}
}

static void walk_opaque(struct frame *fr, struct walk *w, uint32_t inst, path_id name,
			bool behind)
{
	bool first = !w->whole;
	if (first && !behind && !candidates_any(fr, name, w->formals))
		return;
	if (first) {
		w->whole = name;
		w->left = MAX_WALK;
	}
	if (w->left && --w->left)
		walk_sources(fr, w, inst, behind);
	if (first && !w->left)
		add_candidates(fr, w, name);
	if (first)
		w->whole = 0;
}

static void walk_value(struct frame *fr, struct walk *w, path_id value, bool behind)
{
	path_id root = path_at(&fr->paths, value)->root;
	const struct path *x = path_at(&fr->paths, root);
	behind |= path_at(&fr->paths, value)->loads > 0;
	if (x->kind == PATH_FORMAL || frame_private(fr, root) != UINT32_MAX) {
		if (is_asked_for(fr, w, root) &&
		    (!w->whole || behind || candidates_may_be(fr, w->whole, root)))
			add_root(fr, root, behind);
		return;
	}
	uint32_t inst = x->b;
	if (x->kind != PATH_VALUE || x->a != fr->func || inst & VALUE_PARAM ||
	    !is_news(fr, w, inst, behind))
		return;
	const struct alternatives alt = fr->alternatives[inst];
	if (alt.opaque) {
		walk_opaque(fr, w, inst, root, behind);
		return;
	}
	for (uint32_t i = 0; i < alt.count; i++)
		if (path_at(&fr->paths, alt.values[i])->root != root)
			walk_value(fr, w, alt.values[i], behind);
}

/* Finds all of them first, from that place of fr->roots on: a visit may walk as well. */
static uint32_t begin_walk(struct frame *fr, path_id value, bool behind, bool formals)
{
	struct walk w = {.number = ++fr->walks, .left = MAX_WALK, .formals = formals};
	uint32_t from = fr->roots_from;
	fr->roots_from = fr->roots.n;
	if (value && (formals ? fr->fn->param_count : fr->privates.n))
		walk_value(fr, &w, value, behind);
	return from;
}

static void end_walk(struct frame *fr, uint32_t from)
{
	fr->roots.n = fr->roots_from;
	fr->roots_from = from;
}

/* Calls visit for each private object that the value may be the address of, or be
 * found behind. */
static void each_private(struct frame *fr, path_id value, bool behind,
			 void (*visit)(struct frame *, void *, uint32_t, bool),
			 void *context)
{
	uint32_t from = begin_walk(fr, value, behind, false);
	for (uint32_t i = fr->roots_from; i < fr->roots.n; i++) {
		struct root r = fr->roots.at[i];
		visit(fr, context, frame_private(fr, r.path), r.behind);
	}
	end_walk(fr, from);
}

static void visit_escape(struct frame *fr, void *context, uint32_t number, bool behind)
{
	if (behind)
		escape_contents(fr, context, number, true);
	else
		escape_number(fr, context, number, true);
}

/* Callers are told where to find it. */
static void visit_told(struct frame *fr, void *context, uint32_t number, bool behind)
{
	if (behind)
		escape_contents(fr, context, number, false);
	else
		escape_number(fr, context, number, false);
}

static uint64_t formal_bit(const struct path *formal)
{
	return (uint64_t)1 << (formal->a < 63 ? formal->a : 63);
}

/* Nothing that formals lead to could be added. */
static bool is_full(const struct frame *fr, const struct formals *f)
{
	uint32_t n = fr->fn->param_count;
	uint64_t all = n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
	return !(all & ~(f->direct & f->behind));
}

/* What a formal reaches is known to the callers: tell them. */
static void escape_formals(struct frame *fr, path_id value, bool behind,
			   struct formals *out)
{
	if (is_full(fr, out))
		return;
	uint32_t from = begin_walk(fr, value, behind, true);
	for (uint32_t i = fr->roots_from; i < fr->roots.n; i++) {
		struct root r = fr->roots.at[i];
		*(r.behind ? &out->behind : &out->direct) |=
			formal_bit(path_at(&fr->paths, r.path));
	}
	end_walk(fr, from);
}

/* What was stored in the memory of a formal is among what is found there. */
static void escape_stored(struct frame *fr, struct state *s)
{
	if (s->escaped_formals.direct | s->escaped_formals.behind)
		formals_add(&s->escaped_formals, &fr->formals_stored);
	formals_add(&fr->escapes, &s->escaped_formals);
}

static void escape(struct frame *fr, struct state *s, path_id value)
{
	lockset_disown(&s->locks, value);
	each_private(fr, value, false, visit_escape, s);
	escape_formals(fr, value, false, &s->escaped_formals);
	escape_stored(fr, s);
}

void memory_escape(struct frame *fr, struct state *s, path_id value)
{
	if (!value)
		return;
	put_noted(fr, s, 0, value);
	escape(fr, s, value);
}

void memory_escape_behind(struct frame *fr, struct state *s, path_id address)
{
	if (!address)
		return;
	each_private(fr, address, true, visit_escape, s);
	escape_formals(fr, address, true, &s->escaped_formals);
	escape_stored(fr, s);
}

bool memory_has_got_out(const struct frame *fr, const struct state *s, path_id address)
{
	const struct path *x = path_at(&fr->paths, address);
	const struct path *root = path_at(&fr->paths, x->root);
	const struct formals *out = &s->escaped_formals;
	return root->kind == PATH_FORMAL &&
	       (out->direct | (x->loads ? out->behind : 0)) & formal_bit(root);
}

bool memory_is_kept(const struct frame *fr, const struct state *s, path_id address)
{
	const struct path *root = path_at(&fr->paths, path_at(&fr->paths, address)->root);
	return address && root->kind == PATH_FORMAL && !memory_has_got_out(fr, s, address);
}

static void visit_carry(struct frame *fr, void *context, uint32_t number, bool behind)
{
	(void)behind;
	const uint32_t *loop = context;
	const struct path *x = path_at(&fr->paths, fr->privates.at[number]);
	if (fr->carried.at[number] ||
	    (x->a == fr->func &&
	     !flow_loop_contains(fr, *loop, frame_block_of(fr, x->b))))
		return;
	fr->carried.at[number] = true;
	fr->values_changed = fr->carried_changed = true;
}

void memory_carry(struct frame *fr, path_id value, uint32_t loop)
{
	each_private(fr, value, false, visit_carry, &loop);
}

struct containing {
	struct state *s;
	uint32_t outer;
	bool newest; /* the outer one, which is private */
};

static void visit_contain(struct frame *fr, void *context, uint32_t number, bool behind)
{
	struct containing *c = context;
	(void)behind; /* maybe less: what is in it */
	if (!c->newest && state_has_escaped(c->s, c->outer))
		escape_number(fr, c->s, number, fr->given.at[c->outer]);
	for (uint32_t i = 0; i < fr->contains.n; i++)
		if (fr->contains.at[i].outer == c->outer &&
		    fr->contains.at[i].inner == number)
			return;
	vec_push(&fr->contains, ((struct contains){c->outer, number, {0}}));
}

struct storing {
	struct state *s;
	path_id value;
	struct formals formals;
	bool newest; /* is stored to, which is private */
};

static void contain_formals(struct frame *fr, struct state *s, uint32_t outer,
			    const struct formals *in, bool newest)
{
	if (!newest && state_has_escaped(s, outer)) {
		formals_add(&s->escaped_formals, in);
		formals_add(&fr->escapes, in);
	}
	for (uint32_t i = 0; i < fr->contains.n; i++) {
		struct contains *c = &fr->contains.at[i];
		if (c->outer == outer && c->inner == UINT32_MAX) {
			formals_add(&c->formals, in);
			return;
		}
	}
	vec_push(&fr->contains, ((struct contains){outer, UINT32_MAX, *in}));
}

static void visit_outer(struct frame *fr, void *context, uint32_t number, bool behind)
{
	struct storing *st = context;
	struct containing c = {st->s, number, st->newest};
	(void)behind;
	each_private(fr, st->value, false, visit_contain, &c);
	if (st->formals.direct | st->formals.behind)
		contain_formals(fr, st->s, number, &st->formals, st->newest);
}

/* The callers know whose memory a formal points to; behind other pointers, nobody does. */
static void lend(struct frame *fr, struct state *s, path_id address, path_id v)
{
	const struct path *x = path_at(&fr->paths, address);
	const struct path *root = path_at(&fr->paths, x->root);
	if (!x->loads && root->kind == PATH_FORMAL)
		lockset_lend(&s->locks, v, root->a);
	else
		lockset_disown(&s->locks, v);
}

void memory_contain(struct frame *fr, struct state *s, path_id address, path_id v)
{
	struct storing st = {s, v, {0}, false};
	if (!v || path_at(&fr->paths, v)->kind == PATH_INT)
		return;
	if (!address || path_at(&fr->paths, path_at(&fr->paths, address)->root)->kind != PATH_LOCAL)
		put_noted(fr, s, address, v);
	if (address && memory_is_own(fr, s, address)) {
		st.newest = !memory_is_private(fr, s, address);
		escape_formals(fr, v, false, &st.formals);
		each_private(fr, address, false, visit_outer, &st);
		return;
	}
	const struct path *x = path_at(&fr->paths, address);
	if (address && x->flags & PATHF_OPEN && !(x->flags & (PATHF_VALUE | PATHF_ANY)) &&
	    !memory_has_got_out(fr, s, address)) {
		/* the write itself is part of the summary */
		lend(fr, s, address, v);
		each_private(fr, v, false, visit_told, s);
		escape_formals(fr, v, false, &fr->formals_stored);
		return;
	}
	escape(fr, s, v);
}

static bool all_private(const struct frame *fr, const struct state *s, path_id address,
			uint32_t depth)
{
	const struct path *x = path_at(&fr->paths, address);
	uint32_t number = frame_private(fr, x->root);
	if (x->kind == PATH_INT)
		return true; /* null: no memory at all */
	if (x->loads)
		return false;
	if (number != UINT32_MAX)
		return !state_has_escaped(s, number);
	const struct alternatives *alt = frame_alternatives(fr, x->root);
	if (!alt || !depth)
		return false;
	for (uint32_t i = 0; i < alt->count; i++)
		if (path_at(&fr->paths, alt->values[i])->root != x->root &&
		    !all_private(fr, s, alt->values[i], depth - 1))
			return false;
	return true;
}

bool memory_is_private(const struct frame *fr, const struct state *s, path_id address)
{
	return address && all_private(fr, s, address, 6);
}

bool memory_is_own(const struct frame *fr, const struct state *s, path_id address)
{
	const struct path *x = path_at(&fr->paths, address);
	uint32_t number = address ? frame_private(fr, x->root) : UINT32_MAX;
	if (number != UINT32_MAX && !x->loads)
		return !state_escaped_bit(s, number, ESCAPED_NEWEST);
	return memory_is_private(fr, s, address);
}

/* ---- what is inside of what ---- */

struct search {
	uint32_t wanted;
	uint32_t depth;
	bool found;
};

static void visit_search(struct frame *fr, void *context, uint32_t number, bool behind)
{
	struct search *f = context;
	(void)behind;
	if (!f->depth)
		f->found = true; /* too far to tell */
	for (uint32_t i = 0; i < fr->contains.n && !f->found; i++) {
		const struct contains c = fr->contains.at[i];
		if (c.outer != number || c.inner == UINT32_MAX)
			continue;
		struct search deeper = {f->wanted, f->depth - 1, c.inner == f->wanted};
		if (!deeper.found && c.inner != number)
			visit_search(fr, &deeper, c.inner, false);
		f->found |= deeper.found;
	}
}

bool memory_is_inside(struct frame *fr, path_id value, path_id object)
{
	struct search f = {frame_private(fr, path_at(&fr->paths, object)->root), 4,
			   false};
	if (f.wanted == UINT32_MAX || !value)
		return false;
	each_private(fr, value, false, visit_search, &f);
	return f.found;
}
