/* SPDX-License-Identifier: MIT */
/*
 * Program facts in the report's terms: places, names, stacks, locks, threads.
 */
#include <string.h>

#include "ir/names.h"
#include "race/rank/rank.h"
#include "race/show/show.h"
#include "race/veto/veto.h"

static struct report_place place_in(const struct program *p, const struct ir_loc *l)
{
	if (!l->file)
		return (struct report_place){0};
	return (struct report_place){ir_str(p, p->files.at[l->file]), l->line, l->column};
}

struct report_place place_of_loc(const struct program *p, loc_id loc)
{
	return place_in(p, &p->locs.at[loc]);
}

struct report_place place_of(const struct program *p, func_id f, uint32_t inst)
{
	const struct ir_loc *l = ir_loc_at(p, f, inst);
	return l->file ? place_in(p, l) : place_of_loc(p, p->funcs.at[f].loc);
}

static const char *function_at(const struct program *p, func_id f, uint32_t inst)
{
	const struct ir_loc *l = ir_loc_at(p, f, inst);
	if (l->inlined_at && l->function)
		return ir_str(p, l->function);
	return ir_func_name(p, f);
}

static const char *keep(struct arena *a, struct str *s)
{
	const char *text = arena_strdup(a, str_cstr(s));
	str_free(s);
	return text;
}

const char *show_memory(struct races *r, struct arena *a, path_id path, uint64_t size)
{
	struct str s = {0};
	path_print_memory(&r->t->paths, path, size, r->p, r->pt, 0, &s);
	return keep(a, &s);
}

const char *show_lock(struct races *r, struct arena *a, path_id lock)
{
	struct str s = {0};
	path_print_lock(&r->t->paths, lock, r->p, r->pt, 0, &s);
	return keep(a, &s);
}

/* The access as the function that makes it names it. */
static path_id own_path(const struct summary *s, const struct access *x)
{
	for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
		const struct access *y =
			i < s->open.n ? &s->open.at[i] : &s->closed.at[i - s->open.n];
		if (y->func == x->func && y->inst == x->inst && y->kind == x->kind &&
		    !y->chain)
			return y->path;
	}
	return 0;
}

const char *show_lock_beside(struct races *r, struct arena *a, const struct instance *x,
			     const struct access *access, const struct usual *u)
{
	const struct summary *s = &r->in->summaries->at[access->func];
	path_id path = u->relative && x->offset != PT_ANY ? own_path(s, access) : 0;
	struct str text = {0};
	if (path)
		path_print_lock_beside(&s->paths, path, u->distance - (int64_t)x->offset, r->p,
				       r->pt, access->func, &text);
	if (path && !strstr(str_cstr(&text), "(char *)"))
		return keep(a, &text);
	str_free(&text);
	return show_lock(r, a, u->lock);
}

/* By the type that the pointer is declared to point to: 'struct rd_kafka_s.rk_type',
 * if there is one. */
static void print_declared(const struct races *r, const struct access *access, struct str *out)
{
	const struct pointee *x =
		ir_val_tag(access->address) == VAL_INST
			? notes_pointee(&r->in->summaries->at[access->func].notes,
					ir_val_index(access->address))
			: NULL;
	type_id t = x && x->offset >= 0 ? type_strip(r->p, x->type) : 0, part;
	const struct ir_type *type = &r->p->types.at[t];
	struct str s = {0};
	bool record = t && type->name && (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION);
	if (record)
		type_print(r->p, t, &s);
	bool found = record && type_name_part(r->p, t, (uint64_t)x->offset, access->size, true, &s,
					      &part);
	if (found) {
		str_clear(out);
		str_add(out, s.at);
	}
	str_free(&s);
}

/* A value may be one of several: is it another variable that the path names? */
static bool names_another(const struct races *r, const struct paths *p, path_id path,
			  const struct instance *x)
{
	const struct path *root = path_at(p, path_at(p, path)->root);
	return root->kind == PATH_SYMBOL && !path_at(p, path)->loads && x->obj &&
	       pointers_object(r->pt, x->obj)->kind == OBJ_VARIABLE &&
	       pointers_object(r->pt, x->obj)->sym != root->a;
}

static bool is_of_variable(const struct races *r, const struct instance *x)
{
	return x->obj && x->offset != PT_ANY &&
	       pointers_object(r->pt, x->obj)->kind == OBJ_VARIABLE;
}

/* The variable of which the instance is a part. */
static path_id path_of_object(struct races *r, const struct instance *x)
{
	struct paths *p = &r->t->paths;
	path_id leaf = path_leaf(p, PATH_SYMBOL, pointers_object(r->pt, x->obj)->sym, 0);
	return path_offset(p, leaf, x->offset == PT_ANY ? 0 : x->offset);
}

static const char *show_expression(struct races *r, struct arena *a, const struct instance *x,
				   const struct access *access)
{
	const struct summary *s = &r->in->summaries->at[access->func];
	path_id path = own_path(s, access);
	struct str text = {0};
	if (names_another(r, path ? &s->paths : &r->t->paths, path ? path : x->path, x))
		return show_memory(r, a, path_of_object(r, x), access->size);
	if (path)
		path_print_memory(&s->paths, path, access->size, r->p, r->pt, access->func, &text);
	else
		path_print_memory(&r->t->paths, x->path, access->size, r->p, r->pt, 0, &text);
	if (strstr(str_cstr(&text), "(char *)") || strstr(str_cstr(&text), "(heap)"))
		print_declared(r, access, &text);
	if (!strstr(str_cstr(&text), "(char *)") || !is_of_variable(r, x))
		return keep(a, &text);
	str_free(&text); /* by a 'void *' */
	return show_memory(r, a, path_of_object(r, x), access->size);
}

static bool is_indirect(const struct races *r, const struct step *s)
{
	const struct callgraph *g = r->t->in.callgraph;
	for (uint32_t i = g->edge_at[s->func]; i < g->edge_at[s->func + 1]; i++)
		if (g->edges[i].inst == s->inst)
			return g->edges[i].kind == EDGE_INDIRECT;
	return false;
}

static struct report_frame *show_steps(struct races *r, struct arena *a,
					     const struct step *steps, uint32_t n)
{
	struct report_frame *frames = ARENA_ARRAY(a, struct report_frame, n ? n : 1);
	for (uint32_t i = 0; i < n; i++) {
		frames[i].function = function_at(r->p, steps[i].func, steps[i].inst);
		frames[i].place = place_of(r->p, steps[i].func, steps[i].inst);
		frames[i].indirect = is_indirect(r, &steps[i]);
	}
	return frames;
}

/* Of the names of one acquisition, the one that means most to a reader. */
static bool is_better_name(const struct paths *p, path_id a, path_id than)
{
	return !(path_at(p, a)->flags & PATHF_VALUE) &&
	       path_at(p, than)->flags & PATHF_VALUE;
}

static uint32_t show_locks(struct races *r, struct arena *a, guards_id id,
			   const struct report_lock **out)
{
	uint32_t n, count = 0;
	const struct guard *g = threads_guards(r->t, id, &n);
	struct report_lock *locks = ARENA_ARRAY(a, struct report_lock, n ? n : 1);
	for (uint32_t i = 0; i < n;) {
		uint32_t best = i, first = i;
		for (; i < n && g[i].group == g[first].group; i++) {
			if (is_better_name(&r->t->paths, g[i].lock, g[best].lock))
				best = i;
		}
		if (g[best].kind != LOCK_MUTEX && g[best].kind != LOCK_SEMAPHORE)
			continue;
		locks[count].name = show_lock(r, a, g[best].lock);
		if (*locks[count].name == '.')
			continue; /* outside/ has put it there */
		locks[count].shared = g[best].mode == MODE_SHARED;
		locks[count++].taken = place_of(r->p, g[best].func, g[best].inst);
	}
	*out = locks;
	return count;
}

/* ---- locks that were dropped on the way ---- */

static bool is_held(const struct races *r, path_id lock, guards_id id)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, id, &n);
	for (uint32_t i = 0; i < n; i++)
		if (g[i].lock == lock)
			return true;
	return false;
}

/* A mutex that is held by 'before' and not by 'after', or NULL. */
static const char *lost_lock(struct races *r, struct arena *a, guards_id before,
			     guards_id after)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, before, &n);
	for (uint32_t i = 0; i < n && before != after; i++) {
		if (g[i].kind != LOCK_MUTEX || is_held(r, g[i].lock, after))
			continue;
		const char *name = show_lock(r, a, g[i].lock);
		if (*name != '.')
			return name;
	}
	return NULL;
}

/* What a context's function is entered with and its callee, or the access, is not. */
static void show_dropped(struct races *r, struct arena *a, const struct instance *x,
			 const struct point *at, struct report_access *out,
			 struct report_frame *frames)
{
	context_id contexts[MAX_FRAMES];
	uint32_t n = 0;
	for (context_id c = at->context; c && n < MAX_FRAMES / 2 + 1;
	     c = context_at(r->t, c)->parent)
		contexts[n++] = c;
	for (uint32_t i = n; i-- > 0;) {
		guards_id after = i ? context_at(r->t, contexts[i - 1])->guards : x->guards;
		const char *lost =
			lost_lock(r, a, context_at(r->t, contexts[i])->guards, after);
		uint32_t frame = n - 1 - i;
		if (lost && frame < out->frame_count)
			frames[frame].dropped = lost;
		else if (lost)
			out->dropped = lost;
	}
}

static enum report_kind kind_of(const struct access *a)
{
	static const enum report_kind kinds[] = {
		[READ] = ACCESS_READ, [WRITE] = ACCESS_WRITE, [FREE] = ACCESS_FREE};
	return kinds[a->kind];
}

uint32_t show_thread_number(const struct races *r, thread_id id, context_id c)
{
	uint32_t begun = c ? threads_begun(r->t, c) : 0;
	return begun ? r->t->list.n - 1 + begun - 1 : id - 1;
}

struct report_access show_place(const struct races *r, const struct instance *x,
				const struct access *access)
{
	return (struct report_access){
		.place = place_of(r->p, access->func, access->inst),
		.function = function_at(r->p, access->func, access->inst),
		.kind = kind_of(access),
		.atomic = access->flags & ACCESSF_ATOMIC,
		.thread = show_thread_number(r, x->thread, x->point.context),
	};
}

struct report_access show_access(struct races *r, struct arena *a, const struct instance *x,
				 const struct point *at, const struct access *access)
{
	struct step steps[MAX_FRAMES];
	uint32_t n = threads_steps(r->t, at, steps, MAX_FRAMES);
	struct report_access out = show_place(r, x, access);
	out.expression = show_expression(r, a, x, access);
	out.frame_count = n - 1;
	struct report_frame *frames = show_steps(r, a, steps, n - 1);
	out.stack = frames;
	out.thread = show_thread_number(r, x->thread, at->context);
	show_dropped(r, a, x, at, &out, frames);
	out.lock_count = show_locks(r, a, x->guards, &out.locks);
	out.last_thing = is_last_thing(r, at);
	return out;
}

struct report_access show_use(struct races *r, struct arena *a, const struct instance *x,
			      const struct access *access)
{
	struct report_access out = show_place(r, x, access);
	out.expression = show_expression(r, a, x, access);
	out.lock_count = show_locks(r, a, x->guards, &out.locks);
	return out;
}

static const char *entry_name(const struct races *r, struct arena *a, const struct thread *x)
{
	if (x->origin != ORIGIN_ENTRY)
		return ir_func_name(r->p, x->entry);
	if (r->t->entries.n == 1)
		return ir_func_name(r->p, r->t->entries.at[0]);
	return arena_printf(a, "any of %u functions", r->t->entries.n);
}

/* Does the creator join there, in this context, what may be the thread with that id? */
static bool joins(struct races *r, context_id c, const struct sync *y, path_id id)
{
	if (y->kind != SYNC_JOIN)
		return false;
	path_id object = threads_close(r->t, c, y->object);
	return object == id || pt_sets_overlap(r->pt, threads_points_to(r->t, id), 1,
					       threads_points_to(r->t, object), 1);
}

/* Such a place: callers name the call that leads to it, and come first. */
static struct report_place joined_at(struct races *r, const struct thread *x)
{
	path_id id = place_of_id(x);
	for (context_id c = r->t->contexts.n; c-- > 1 && id;) {
		const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
		if (context_at(r->t, c)->thread != x->creator)
			continue;
		for (uint32_t i = 0; i < s->syncs.n; i++)
			if (joins(r, c, &s->syncs.at[i], id))
				return place_of(r->p, s->syncs.at[i].func, s->syncs.at[i].inst);
	}
	return (struct report_place){0};
}

/* The creator has begun where the way to the creation begins. */
static uint32_t number_of_creator(const struct races *r, thread_id id, func_id begins)
{
	for (uint32_t i = thread_at(r->t, id)->more; i; i = r->t->begins.at[i].more)
		if (thread_at(r->t, id)->entry != begins && r->t->begins.at[i].entry == begins)
			return r->t->list.n - 1 + i - 1;
	return id - 1;
}

struct report_thread show_thread(struct races *r, struct arena *a, const struct thread *x,
				 bool many)
{
	static const enum thread_kind kinds[] = {
		[ORIGIN_MAIN] = THREAD_MAIN, [ORIGIN_FORK] = THREAD_CREATED,
		[ORIGIN_SIGNAL] = THREAD_SIGNAL, [ORIGIN_ENTRY] = THREAD_ENTRY,
		[ORIGIN_LATER] = THREAD_CALLBACK};
	struct step steps[MAX_FRAMES];
	uint32_t n = threads_creation_steps(r->t, x, steps, MAX_FRAMES);
	struct report_thread out = {.kind = kinds[x->origin], .entry = entry_name(r, a, x),
				    .many = many, .creator = -1, .frame_count = n};
	if (x->creator)
		out.creator = (int32_t)number_of_creator(r, x->creator, steps[0].func);
	if (x->argument) {
		struct str text = {0};
		path_print_value(&r->t->paths, x->argument, r->p, r->pt, 0, &text);
		out.argument = text.n ? keep(a, &text) : NULL;
		str_free(&text);
	}
	out.stack = show_steps(r, a, steps, n);
	if (n)
		out.created = out.stack[n - 1].place;
	if (r->in->list_uses)
		out.joined = joined_at(r, x);
	return out;
}
