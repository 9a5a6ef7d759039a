/* SPDX-License-Identifier: MIT */
/*
 * The stage: assembly that a row stands for, cleanup handlers, then interrupts.
 */
#include "outside/outside.h"

#include <string.h>

#include "base/diag.h"
#include "ir/names.h"
#include "outside/internal.h"

/* ---- assembly ---- */

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == ';';
}

/* What the triple of a unit begins with. */
static void machine_of(const struct program *p, uint32_t unit, struct str *out)
{
	const char *triple = ir_str(p, p->units.at[unit].triple);
	str_addn(out, triple, strcspn(triple, "-"));
}

/* The row of a statement, by its text without the spaces around it. */
static const struct model *row_of_text(const struct program *p, const struct models *m,
				       uint32_t unit, const struct ir_inst *i)
{
	const char *text = ir_str(p, (str_id)i->imm);
	size_t n = strlen(text);
	while (n > 0 && is_space(*text)) {
		text++;
		n--;
	}
	while (n > 0 && is_space(text[n - 1]))
		n--;
	struct str machine = {0};
	machine_of(p, unit, &machine);
	const struct model *row = models_find_assembly(m, str_cstr(&machine), text, n);
	str_free(&machine);
	return row;
}

/* Does it say all there is to say without arguments: about locks that have a name? */
static bool needs_no_argument(const struct model *row)
{
	for (uint32_t i = 0; i < row->effect_count; i++)
		if (!row->effects[i].name && row->effects[i].kind != EFFECT_NONE)
			return false;
	return true;
}

/* The row of the function that it was inlined from, if it wins. */
static const struct model *row_of_function(const struct program *p, const struct models *m,
					   const struct ir_inst *i)
{
	const struct ir_loc *l = &p->locs.at[i->loc];
	if (!l->inlined_at || !l->function)
		return NULL;
	const struct model *row = models_find(m, ir_str(p, l->function));
	return row && row->flags & MODELF_WINS && needs_no_argument(row) ? row : NULL;
}

/* Of several statements of one function that was inlined, the first stands for all. */
static bool is_first(const struct program *p, const struct ir_func *f, uint32_t at)
{
	const struct ir_loc *l = &p->locs.at[ir_inst_at(p, f, at)->loc];
	for (uint32_t i = 0; i < at; i++) {
		const struct ir_inst *x = ir_inst_at(p, f, i);
		const struct ir_loc *k = &p->locs.at[x->loc];
		if (x->op == OP_CALL && k->inlined_at == l->inlined_at &&
		    k->function == l->function && l->inlined_at)
			return false;
	}
	return true;
}

static void replace(struct program *p, const struct models *m, func_id f, uint32_t at)
{
	const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[f], at);
	uint32_t unit = p->symbols.at[p->funcs.at[f].sym].unit, size = i->size;
	const struct model *row = row_of_text(p, m, unit, i);
	if (!row && is_first(p, &p->funcs.at[f], at))
		row = row_of_function(p, m, i);
	if (!row)
		return;
	loc_id loc = i->loc;
	struct ir_inst call = make_call(p, declare_function(p, row->name, unit), NULL, 0, loc);
	call.size = size;
	*ir_inst_at(p, &p->funcs.at[f], at) = call;
}

static void replace_assembly(struct program *p, const struct models *m)
{
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++)
			if (ir_inst_at(p, &p->funcs.at[f], i)->op == OP_ASM)
				replace(p, m, f, i);
	}
}

/* ---- what rows say about types and variables ---- */

/* Also in members without a name. */
static int64_t offset_in(const struct program *p, type_id t, const char *member)
{
	const struct ir_type *x = &p->types.at[type_strip(p, t)];
	for (uint32_t i = 0; i < x->member_count; i++) {
		const struct ir_member *m = &p->members.at[x->members + i];
		int64_t inside = m->name ? -1 : offset_in(p, m->type, member);
		if (m->name && strcmp(ir_str(p, m->name), member) == 0)
			return m->offset;
		if (inside >= 0)
			return m->offset + inside;
	}
	return -1;
}

bool find_place(const struct program *p, const char *name, struct place *out)
{
	const char *dot = strchr(name, '.');
	size_t n = dot ? (size_t)(dot - name) : 0;
	for (type_id t = 1; n && t < p->types.n; t++) {
		const struct ir_type *x = &p->types.at[t];
		const char *tag = ir_str(p, x->name);
		if (x->kind != TYPE_STRUCT || !x->member_count || strncmp(tag, name, n) != 0 ||
		    tag[n])
			continue;
		*out = (struct place){offset_in(p, t, dot + 1), x->size};
		return out->offset >= 0;
	}
	return false;
}

/* 'at tag.member': where that is in this program. */
static void find_members(const struct program *p, struct models *m)
{
	for (uint32_t i = 0; i < m->list.n; i++) {
		for (uint32_t k = 0; k < m->list.at[i].effect_count; k++) {
			struct effect *e = &m->list.at[i].effects[k];
			struct place at;
			if (e->member)
				e->value = find_place(p, e->member, &at) ? at.offset : -1;
			for (uint32_t n = 0; n < MAX_PASSES; n++)
				if (e->pass_member[n])
					e->pass_at[n] = find_place(p, e->pass_member[n], &at)
								? (int32_t)at.offset : -1;
		}
	}
}

static void mark_variables(struct program *p, const struct models *m)
{
	for (sym_id s = 1; s < p->symbols.n; s++) {
		struct ir_symbol *y = &p->symbols.at[s];
		const struct name_pattern *row =
			y->kind == SYM_VARIABLE ? models_about(m, ir_str(p, y->source_name)) : NULL;
		if (row && row->flags & MODELF_OUTSIDE)
			y->flags |= SYMF_OUTSIDE;
	}
}

static void mark_types(struct program *p, const struct models *m)
{
	struct str name = {0};
	for (type_id t = 1; t < p->types.n; t++) {
		struct ir_type *x = &p->types.at[t];
		if (x->kind != TYPE_STRUCT || !x->name)
			continue;
		str_clear(&name);
		str_addf(&name, "%s.", ir_str(p, x->name));
		const struct name_pattern *row = models_about(m, str_cstr(&name));
		if (row && row->flags & MODELF_OUTSIDE)
			x->flags |= TYPE_OUTSIDE;
	}
	str_free(&name);
}

/* ---- all ---- */

static void add_all(struct program *p, struct models *m, struct outside_options o)
{
	static const char own[] = "chequer.interrupt(f): signal_handler f()\n"
				  "chequer.thread(f): create f(_) detached\n"
				  "chequer.run(f, id): create f(_) id *id\n"
				  "chequer.wait(id): join *id\n"
				  "chequer.alloc(n): alloc size n zeroed\n"
				  "chequer.stopped(): acquire \"scheduler\"\n"
				  "chequer.write(variable): write variable\n"
				  "chequer.stream_enter(f): acquire f recursive\n"
				  "chequer.stream_leave(f): release f\n"
				  "chequer.stream_call(f, c): call *f(c, _, _) at 0;"
				  " call *f(c, _, _) at 8; call *f(c, _, _) at 16;"
				  " call *f(c) at 24\n"
				  "chequer.stream_write(b): write b\n"
				  "chequer.stream_grow(b, n): write *b; write n size 8;"
				  " alloc into *b\n";
	char message[256];
	if (!models_add_text(m, "outside.c", own, strlen(own), message, sizeof(message)))
		BUG("%s", message);
	p->kernel = o.kernel || kernel_is(p, m);
	if (p->kernel) {
		models_enter_kernel(m);
		kernel_drop_bodies(p, m);
		kernel_drop_discarded(p, m);
	}
	find_members(p, m);
	replace_assembly(p, m);
	mark_instrumentation(p, m);
	add_states(p, m);
	call_at_end(p, m);
	call_kept(p, m);
	add_streams(p, m);
	move_cleanup_handlers(p, m);
	if (p->kernel) {
		kernel_mark(p);
		add_contracts(p, m);
	}
	add_constructors(p);
	add_interrupts(p, m);
	if (!is_module(p, m)) {
		if (!ir_find_symbol(p, "main"))
			add_callers_objects(p, o.api);
		return;
	}
	mark_variables(p, m);
	mark_types(p, m);
	split_private(p, m);
	if (!o.chosen)
		add_module(p, m);
}

void outside_add(struct program *p, struct models *m, struct outside_options o)
{
	add_all(p, m, o);
	drop_old_code(p);
}
