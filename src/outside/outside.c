/* SPDX-License-Identifier: MIT */
/*
 * The stage: assembly that a row stands for, then interrupts.
 */
#include "outside/outside.h"

#include <string.h>

#include "base/diag.h"
#include "outside/internal.h"

/* ---- assembly ---- */

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == ';';
}

/* The row of a statement, by its text without the spaces around it. */
static const struct model *row_of_text(const struct program *p, const struct models *m,
				       const struct ir_inst *i)
{
	const char *text = ir_str(p, (str_id)i->imm);
	size_t n = strlen(text);
	while (n > 0 && is_space(*text)) {
		text++;
		n--;
	}
	while (n > 0 && is_space(text[n - 1]))
		n--;
	return models_find_assembly(m, text, n);
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
	const struct model *row = row_of_text(p, m, i);
	if (!row && is_first(p, &p->funcs.at[f], at))
		row = row_of_function(p, m, i);
	if (!row)
		return;
	uint32_t unit = p->symbols.at[p->funcs.at[f].sym].unit, size = i->size;
	loc_id loc = i->loc;
	struct ir_inst call = make_call(p, declare_function(p, row->name, unit), 0, loc);
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

/* ---- all ---- */

void outside_add(struct program *p, struct models *m)
{
	static const char own[] = "chequer.interrupt(f): signal_handler f()\n"
				  "chequer.thread(f): create f(_) detached\n"
				  "chequer.stopped(): acquire \"scheduler\"\n";
	char message[256];
	if (!models_add_text(m, "outside.c", own, strlen(own), message, sizeof(message)))
		BUG("%s", message);
	replace_assembly(p, m);
	add_interrupts(p, m);
}
