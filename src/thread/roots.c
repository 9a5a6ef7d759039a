/* SPDX-License-Identifier: MIT */
/*
 * Where threads begin that nobody in the program creates: main, or for a program
 * without it the functions that code outside may call.
 *
 * These are those that public headers declare, if the user names them. Otherwise the
 * externally visible ones, less those that another unit of the program calls: that explains
 * why they are not static. Functions of hidden visibility are not, unless all are: then it is
 * not a shared library that they are hidden in. Functions whose address is
 * taken but which nothing here calls are called from outside as well (a table of
 * operations, a callback). Whatever is visible and not reached from any of these
 * is an entry too. docs/decisions/entries-of-libraries.md tells why.
 */
#include <fnmatch.h>
#include <string.h>

#include "outside/outside.h"
#include "thread/internal.h"

static const struct ir_symbol *symbol_of(const struct threads *t, func_id f)
{
	const struct program *p = t->in.program;
	return &p->symbols.at[p->funcs.at[f].sym];
}

static func_id function_named(const struct program *p, const char *name)
{
	return p->symbols.at[ir_resolve_alias(p, ir_find_symbol(p, name))].func;
}

static bool is_visible(const struct threads *t, func_id f)
{
	const struct ir_symbol *s = symbol_of(t, f);
	return (s->flags & SYMF_DEFINED) && !(t->memo->hides && s->flags & SYMF_HIDDEN) &&
	       (s->linkage == LINK_EXTERNAL || s->linkage == LINK_WEAK);
}

/* Is some function hidden, and another not? */
static bool hides_functions(const struct threads *t)
{
	bool visible = false;
	for (func_id f = 1; f < t->in.program->funcs.n && !visible; f++)
		visible = is_visible(t, f) && !(symbol_of(t, f)->flags & SYMF_HIDDEN);
	return visible;
}

static void add_entry(struct threads *t, func_id f)
{
	if (!t->memo->is_entry[f])
		vec_push(&t->entries, f);
	t->memo->is_entry[f] = true;
}

/* ---- named by the user ---- */

static bool is_named(const struct threads *t, func_id f, const char *name)
{
	const struct program *p = t->in.program;
	const struct ir_symbol *s = symbol_of(t, f);
	if (strpbrk(name, "*?["))
		return is_visible(t, f) && fnmatch(name, ir_str(p, s->name), 0) == 0;
	return strcmp(ir_str(p, s->name), name) == 0 ||
	       strcmp(ir_str(p, s->source_name), name) == 0;
}

static void add_named(struct threads *t, const char *name)
{
	bool found = false;
	bool pattern = strpbrk(name, "*?[");
	for (func_id f = 1; f < t->in.program->funcs.n && (pattern || !found); f++) {
		if (!is_named(t, f, name))
			continue;
		add_entry(t, f);
		found = true;
	}
	if (!found)
		die("--entry %s: the program has no %sfunction of that name with a body", name,
		    pattern ? "externally visible " : "");
}

/* ---- chosen here ---- */

/* The call by which the loader calls a destructor says nothing about others. */
static bool is_of_loader(const struct threads *t, const struct call_edge *e)
{
	return e->caller == function_named(t->in.program, OUTSIDE_UNLOADED);
}

static bool is_destructor(const struct threads *t, func_id f)
{
	const struct callgraph *g = t->in.callgraph;
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++)
		if (is_of_loader(t, &g->edges[g->caller_edges[i]]))
			return true;
	return false;
}

static bool has_callers(const struct threads *t, func_id f)
{
	const struct callgraph *g = t->in.callgraph;
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++)
		if (!is_of_loader(t, &g->edges[g->caller_edges[i]]))
			return true;
	return false;
}

static bool is_called_by_other_unit(const struct threads *t, func_id f)
{
	const struct callgraph *g = t->in.callgraph;
	for (uint32_t i = g->caller_at[f]; i < g->caller_at[f + 1]; i++) {
		const struct call_edge *e = &g->edges[g->caller_edges[i]];
		if (!is_of_loader(t, e) &&
		    (symbol_of(t, e->caller)->unit != symbol_of(t, f)->unit ||
		     symbol_of(t, e->caller)->flags & SYMF_OUTSIDE))
			return true;
	}
	return false;
}

static bool is_called_from_outside(const struct threads *t, func_id f)
{
	if (!has_callers(t, f) && !is_destructor(t, f) &&
	    symbol_of(t, f)->flags & SYMF_ADDRESS_TAKEN)
		return true;
	return is_visible(t, f) && !is_called_by_other_unit(t, f);
}

/* Marks what f calls, and it. */
static void mark_reached(const struct threads *t, func_id f, bool *reached)
{
	const struct callgraph *g = t->in.callgraph;
	VEC(func_id) work = {0};
	vec_push(&work, f);
	while (work.n) {
		func_id x = work.at[--work.n];
		if (reached[x])
			continue;
		reached[x] = true;
		for (uint32_t i = g->edge_at[x]; i < g->edge_at[x + 1]; i++)
			vec_push(&work, g->edges[i].callee);
	}
	vec_free(&work);
}

/* What the loader calls, and notes what nobody else comes to. */
static void add_unloaded(struct threads *t, func_id f, const bool *reached)
{
	uint32_t n = t->in.program->funcs.n;
	t->unloads = xcalloc(n, sizeof(*t->unloads));
	mark_reached(t, f, t->unloads);
	for (func_id i = 1; i < n; i++)
		t->unloads[i] &= !reached[i];
	add_entry(t, f);
}

/* Those that are not reached from 'first', if there is one. */
static void choose_entries(struct threads *t, func_id first)
{
	uint32_t n = t->in.program->funcs.n;
	bool *reached = xcalloc(n, sizeof(bool));
	if (first)
		mark_reached(t, first, reached);
	for (func_id f = 1; f < n; f++) {
		if (!is_called_from_outside(t, f))
			continue;
		add_entry(t, f);
		mark_reached(t, f, reached);
	}
	for (func_id f = 1; f < n; f++) {
		if (!is_visible(t, f) || reached[f])
			continue;
		add_entry(t, f);
		mark_reached(t, f, reached);
	}
	func_id unloaded = function_named(t->in.program, OUTSIDE_UNLOADED);
	if (unloaded)
		add_unloaded(t, unloaded, reached);
	for (func_id f = 1; f < n; f++)
		t->internal += is_visible(t, f) && !t->memo->is_entry[f];
	free(reached);
}

/* ---- all ---- */

static void add_main(struct threads *t, func_id f)
{
	vec_push(&t->list, ((struct thread){.origin = ORIGIN_MAIN, .entry = f}));
}

void find_roots(struct threads *t)
{
	const struct program *p = t->in.program;
	func_id main_function = function_named(p, "main");
	func_id module = function_named(p, OUTSIDE_MODULE);
	if (main_function && t->in.entry_count == 0) {
		add_main(t, main_function);
		return;
	}
	if (module && t->in.entry_count == 0) {
		add_main(t, module);
		t->memo->others = function_named(p, OUTSIDE_OTHERS);
		t->boot = function_named(p, OUTSIDE_BOOT);
		t->open_program = t->is_module = true;
		choose_entries(t, module);
		return;
	}
	for (uint32_t i = 0; i < t->in.entry_count; i++)
		add_named(t, t->in.entries[i]);
	t->memo->hides = hides_functions(t);
	t->open_program = t->in.entry_count == 0 || t->in.interface;
	if (!t->in.entry_count)
		choose_entries(t, 0);
	if (t->entries.n)
		vec_push(&t->list, ((struct thread){.origin = ORIGIN_ENTRY, .many = true}));
}
