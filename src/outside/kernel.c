/* SPDX-License-Identifier: MIT */
/*
 * Code of an operating system's kernel: is it, and what that changes.
 *
 * It is kernel code if the user says so, or if it uses functions that rows call the kernel's
 * own: any of them where there is no main, one that it does not define itself where there is.
 * (A program for users may have its own kmalloc.)
 *
 * Then the rows of the kernel's own locks, threads and allocators stand for the bodies too:
 * these are made of assembly and of each other, and are not looked at. Rows of other systems do
 * not count.
 *
 * What the kernel calls marked accesses are atomics: READ_ONCE and WRITE_ONCE, and all that is
 * made of them, are volatile accesses of at most a word. They order nothing by themselves; a
 * barrier beside them does. Assembly that has no operands and may touch any memory is one
 * (barrier(), smp_mb(), and on x86 what smp_rmb(), smp_wmb() and the barriers of
 * smp_load_acquire() and smp_store_release() are).
 *
 * A per-CPU variable is one for us, as if it were an array with an element for each processor:
 * this_cpu_ptr() gives the variable (front/llvm/inline_assembly.c), per_cpu_ptr() some element.
 */
#include <ctype.h>
#include <string.h>

#include "outside/internal.h"

/* ---- is it? ---- */

static bool has_main(const struct program *p)
{
	sym_id s = ir_resolve_alias(p, ir_find_symbol(p, "main"));
	return s && p->symbols.at[s].func;
}

bool kernel_is(const struct program *p, const struct models *m)
{
	const uint32_t signs = MODELF_KERNEL | MODELF_BEGIN;
	bool hosted = has_main(p);
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *y = &p->symbols.at[s];
		if (y->kind != SYM_FUNCTION || (hosted && y->func))
			continue;
		const struct name_pattern *row = models_about(m, ir_str(p, y->name));
		if (row && row->flags & (hosted ? (uint32_t)MODELF_KERNEL : signs))
			return true;
	}
	return false;
}

/* ---- bodies that rows stand for ---- */

void empty_body(struct program *p, struct ir_func *f)
{
	*ir_inst_at(p, f, 0) = (struct ir_inst){.op = OP_RET, .loc = f->loc};
	*ir_block_at(p, f, 0) = (struct ir_block){0, 1};
	f->inst_count = f->block_count = 1;
	f->var_count = 0;
}

void kernel_drop_bodies(struct program *p, const struct models *m)
{
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct model *row = models_find(m, ir_func_name(p, f));
		if (row && row->flags & MODELF_WINS)
			empty_body(p, &p->funcs.at[f]);
	}
}

/* ---- sections ---- */

const struct name_pattern *section_row(const struct program *p, const struct models *m, sym_id s)
{
	struct str name = {0};
	if (!p->symbols.at[s].section)
		return NULL;
	str_addf(&name, "section%s", ir_str(p, p->symbols.at[s].section));
	const struct name_pattern *row = models_about(m, str_cstr(&name));
	str_free(&name);
	return row;
}

void kernel_drop_discarded(struct program *p, const struct models *m)
{
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct name_pattern *row =
			p->symbols.at[s].kind == SYM_VARIABLE ? section_row(p, m, s) : NULL;
		if (row && row->flags & MODELF_OUTSIDE)
			p->symbols.at[s].init_count = 0;
	}
}

/* ---- marked accesses and barriers ---- */

static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);
	for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
		if ((at == text || !isalnum((unsigned char)at[-1])) &&
		    !isalnum((unsigned char)at[n]))
			return true;
	return false;
}

/* smp_mb() of x86 adds nothing to the stack, in older kernels it is a fence. */
static bool is_full_barrier(const char *text)
{
	return has_word(text, "mfence") || has_word(text, "dmb") || has_word(text, "dsb") ||
	       (has_word(text, "lock") && has_word(text, "rsp"));
}

static bool is_half_barrier(const char *text)
{
	return text[strspn(text, " \t\n;")] == 0 || has_word(text, "lfence") ||
	       has_word(text, "sfence");
}

static void look_at_assembly(const struct program *p, struct ir_inst *i)
{
	const char *text = ir_str(p, (str_id)i->imm);
	if (i->arg_count || i->size || !(i->flags & INSTF_MEMORY))
		return;
	uint8_t order = is_full_barrier(text)	? ORDER_SEQ_CST
			: is_half_barrier(text) ? ORDER_ACQ_REL
						: ORDER_PLAIN;
	if (order != ORDER_PLAIN)
		*i = (struct ir_inst){.op = OP_FENCE, .order = order, .loc = i->loc};
}

static void mark_access(struct ir_inst *i)
{
	enum { WORD = 8 };
	if (i->flags & INSTF_VOLATILE && i->order == ORDER_PLAIN && i->size <= WORD)
		i->order = ORDER_RELAXED;
}

/* ---- memory of other processors ---- */

/* Is it __per_cpu_offset[cpu]? */
static bool is_distance(const struct program *p, const struct ir_func *f, ir_val v)
{
	for (int depth = 0; depth < 4 && ir_val_tag(v) == VAL_INST; depth++) {
		const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
		if (i->op != OP_LOAD && i->op != OP_INDEX && i->op != OP_OFFSET &&
		    i->op != OP_CAST)
			return false;
		v = i->a;
	}
	sym_id s = ir_val_symbol(p, v);
	return s && strcmp(ir_str(p, p->symbols.at[s].name), "__per_cpu_offset") == 0;
}

static void look_at_sum(struct program *p, const struct ir_func *f, struct ir_inst *i)
{
	ir_val base = is_distance(p, f, i->b) ? i->a : is_distance(p, f, i->a) ? i->b : 0;
	if (i->sub != ARITH_ADD || !base)
		return;
	sym_id s = ir_val_symbol(p, base);
	struct ir_inst new = {.op = OP_CAST, .sub = CAST_BITS, .size = i->size, .a = base,
			      .loc = i->loc};
	if (s && p->symbols.at[s].size)
		new = (struct ir_inst){.op = OP_INDEX, .a = base, .b = ir_val_make(VAL_UNKNOWN, 0),
				       .imm = (int64_t)p->symbols.at[s].size, .loc = i->loc};
	*i = new;
}

void kernel_mark(struct program *p)
{
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t n = 0; n < p->funcs.at[f].inst_count; n++) {
			struct ir_inst *i = ir_inst_at(p, &p->funcs.at[f], n);
			if (i->op == OP_LOAD || i->op == OP_STORE)
				mark_access(i);
			else if (i->op == OP_ASM)
				look_at_assembly(p, i);
			else if (i->op == OP_ARITH)
				look_at_sum(p, &p->funcs.at[f], i);
		}
	}
}
