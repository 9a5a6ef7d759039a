/* SPDX-License-Identifier: MIT */
/*
 * What a thread finds through a thread-local variable of its own: 'activity[tid]', 'th_ctx->hits',
 * where the thread has set tid, or th_ctx, to what it was given when it was created. The
 * summaries say what is stored in such variables (SYNC_OWN), in the terms of whoever calls. If all
 * stores that the thread makes store one thing, and every way to the access has passed one of
 * them, then that is what the variable holds there; by that name it is asked once more whether
 * each thread has an element of its own, or has taken its number (ticket.c). A thread that stores
 * nothing finds the initial value.
 */
#include "race/order/order.h"
#include "race/veto/veto.h"

struct own_variable {
	sym_id sym;
	uint32_t offset;
	struct flow *unset;  /* bit 0: it may not have been set yet */
	path_id *value;	     /* [thread] what it holds once it is set; 0: not known */
	bool *known, *never; /* [thread] whether that was asked; it is not set at all */
};

/* ---- what a thread stores there ---- */

static bool is_about(const struct sync *y, const struct own_variable *v)
{
	return y->kind == SYNC_OWN && y->value == sync_own(v->sym, v->offset);
}

/* The entry knows it in its own terms, if it depends on what it was given. */
static path_id stored_by(struct races *r, thread_id id, func_id f, const struct sync *y)
{
	func_id entry = thread_at(r->t, id)->entry;
	if (thread_at(r->t, id)->more)
		return 0; /* one for each way to begin */
	const struct summary *s = entry ? summary_of(r->t, entry) : NULL;
	for (uint32_t i = 0; s && i < s->syncs.n; i++) {
		const struct sync *z = &s->syncs.at[i];
		if (z->kind != SYNC_OWN || z->value != y->value || z->func != y->func ||
		    z->inst != y->inst)
			continue;
		for (context_id c = threads_first_context(r->t, id, entry); c;
		     c = context_at(r->t, c)->next_here)
			if (!context_at(r->t, c)->parent)
				return z->object ? threads_close(r->t, c, z->object) : 0;
	}
	return y->object ? threads_close_outside(r->t, f, y->object) : 0;
}

static path_id initial_value(struct races *r, const struct own_variable *v)
{
	return r->p->symbols.at[v->sym].init_count ? 0 : path_int(&r->t->paths, 0);
}

static void find_value(struct races *r, struct own_variable *v, thread_id id)
{
	uint32_t stores = 0;
	path_id value = 0;
	v->known[id] = true;
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct summary *s = summary_of(r->t, f);
		for (uint32_t i = 0; i < s->syncs.n; i++) {
			const struct sync *y = &s->syncs.at[i];
			if (!is_about(y, v) || y->func != f || !thread_runs(r, id, f))
				continue;
			path_id x = stored_by(r, id, f, y);
			value = !stores++ || x == value ? x : 0;
			if (!value)
				return;
		}
	}
	v->never[id] = !stores;
	v->value[id] = stores ? value : initial_value(r, v);
}

/* Is something stored there that is not known, by a function of a library for instance? */
static bool is_unknown(const struct sync *y, const struct own_variable *v)
{
	return y->kind == SYNC_OWN && (sym_id)(uint64_t)y->value == v->sym && !y->object;
}

static bool touches(const struct races *r, func_id f, const struct deed *x,
		    const struct own_variable *v)
{
	enum { WORD = 8 };
	obj_id obj = pointers_object_of_symbol(r->pt, v->sym);
	struct pt_set set = {0};
	bool there = false;
	pointers_of_value(r->pt, f, x->address, &set);
	for (uint32_t k = 0; k < set.locs.n; k++) {
		struct pt_loc l = set.locs.at[k];
		there |= l.obj == obj && (l.offset == PT_ANY || !x->size ||
					  (l.offset < v->offset + WORD &&
					   v->offset < l.offset + x->size));
	}
	pt_set_free(&set);
	return there;
}

static bool is_noted(const struct summary *s, func_id f, uint32_t inst,
		     const struct own_variable *v)
{
	for (uint32_t k = 0; k < s->syncs.n; k++)
		if (is_about(&s->syncs.at[k], v) && s->syncs.at[k].func == f &&
		    s->syncs.at[k].inst == inst)
			return true;
	return false;
}

/* Also through a pointer to it, or by copying a block: then it is not known. */
static bool is_stored_otherwise(struct races *r, const struct own_variable *v)
{
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct summary *s = summary_of(r->t, f);
		for (uint32_t i = 0; i < s->syncs.n; i++)
			if (is_unknown(&s->syncs.at[i], v))
				return true;
		for (uint32_t i = 0; i < s->notes.deeds.n; i++) {
			const struct deed *x = &s->notes.deeds.at[i];
			if (x->kind == DEED_STORE && touches(r, f, x, v) &&
			    !is_noted(s, f, x->inst, v))
				return true;
		}
	}
	return pointers_may_be_shared(r->pt, pointers_object_of_symbol(r->pt, v->sym));
}

static struct flow *search(struct races *r, const struct own_variable *v)
{
	struct flow *w = xcalloc(1, sizeof(*w));
	w->first = 1;
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct summary *s = summary_of(r->t, f);
		for (uint32_t i = 0; i < s->syncs.n; i++)
			if (is_about(&s->syncs.at[i], v) && s->syncs.at[i].func == f)
				reach_add(w, (struct flow_site){.func = f,
								.inst = s->syncs.at[i].inst,
								.signs = SIGN_ANY, .bits = 1});
	}
	reach_run(r, w);
	return w;
}

static struct own_variable *variable_of(struct races *r, sym_id sym, uint32_t offset)
{
	for (uint32_t i = 0; i < r->memo.own_variables.n; i++) {
		struct own_variable *v = r->memo.own_variables.at[i];
		if (v->sym == sym && v->offset == offset)
			return v;
	}
	struct own_variable *v = xcalloc(1, sizeof(*v));
	*v = (struct own_variable){.sym = sym, .offset = offset,
				   .value = xcalloc(r->t->list.n, sizeof(path_id)),
				   .known = xcalloc(r->t->list.n, sizeof(bool)),
				   .never = xcalloc(r->t->list.n, sizeof(bool))};
	if (!is_stored_otherwise(r, v))
		v->unset = search(r, v);
	vec_push(&r->memo.own_variables, v);
	return v;
}

void own_variables_free(struct races *r)
{
	for (uint32_t i = 0; i < r->memo.own_variables.n; i++) {
		struct own_variable *v = r->memo.own_variables.at[i];
		reach_free(v->unset);
		free(v->value);
		free(v->known);
		free(v->never);
		free(v);
	}
	vec_free(&r->memo.own_variables);
}

/* What the variable holds when x is done; 0: not known. */
static path_id held_at(struct races *r, const struct instance *x, sym_id sym, uint32_t offset)
{
	struct own_variable *v = variable_of(r, sym, offset);
	if (!v->unset)
		return 0;
	if (!v->known[x->thread])
		find_value(r, v, x->thread);
	return v->never[x->thread] || !(reach_at(r, v->unset, x) & 1)
		       ? v->value[x->thread]
		       : 0;
}

/* ---- by that name ---- */

/* The thread-local variable that the address is, or 0. */
static sym_id own_symbol(const struct races *r, path_id address, uint32_t *offset)
{
	path_id base;
	int64_t at = path_split_offset(&r->t->paths, address, &base);
	const struct path *x = path_at(&r->t->paths, base);
	*offset = (uint32_t)at;
	return x->kind == PATH_SYMBOL && at >= 0 && at < INT32_MAX &&
			       r->p->symbols.at[x->a].flags & SYMF_THREAD_LOCAL
		       ? x->a
		       : 0;
}

/* The path, with what those variables hold in their place. */
static path_id renamed(struct races *r, const struct instance *i, path_id p)
{
	struct paths *t = &r->t->paths;
	const struct path x = *path_at(t, p);
	uint32_t offset;
	if (x.kind < PATH_OFFSET)
		return p;
	sym_id own = x.kind == PATH_LOAD ? own_symbol(r, x.a, &offset) : 0;
	path_id held = own ? held_at(r, i, own, offset) : 0;
	if (held)
		return held;
	path_id a = renamed(r, i, x.a), b;
	switch (x.kind) {
	case PATH_OFFSET: return path_offset(t, a, x.imm);
	case PATH_LOAD: return path_load(t, a);
	case PATH_INDEX:
		b = x.b ? renamed(r, i, x.b) : 0;
		return path_index(t, a, b, (uint64_t)x.imm);
	default: return p;
	}
}

static bool are_apart(struct races *r, const struct instance *a, const struct instance *b)
{
	struct instance x = *a, y = *b;
	x.path = renamed(r, a, a->path);
	y.path = renamed(r, b, b->path);
	x.bound = y.bound = true;
	return (x.path != a->path || y.path != b->path) &&
	       (per_thread(r, &x, &y, NULL) || other_bytes(r, &x, &y, NULL) ||
		own_number(r, &x, &y, NULL));
}

static bool has_own(const struct races *r, path_id p)
{
	const struct path *x = path_at(&r->t->paths, p);
	uint32_t offset;
	if (x->kind < PATH_OFFSET)
		return false;
	return (x->kind == PATH_LOAD && own_symbol(r, x->a, &offset)) || has_own(r, x->a) ||
	       (x->kind == PATH_INDEX && x->b && has_own(r, x->b));
}

bool own_variable(struct races *r, const struct instance *a, const struct instance *b,
		  struct str *fact)
{
	(void)fact;
	return r->has_own_variables && (has_own(r, a->path) || has_own(r, b->path)) &&
	       holds_everywhere(r, a, b, are_apart);
}
