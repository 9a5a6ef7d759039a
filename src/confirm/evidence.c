/* SPDX-License-Identifier: MIT */
/*
 * Addresses to words. A stack is shown as far as there is source for it: what the C
 * library and our runtime have below a thread's function is left out.
 */
#include "confirm/evidence.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "project/paths.h"

/* The module that an address of the process belongs to: the last that begins before it. */
static struct module *module_of(const struct evidence_maker *m, const struct seen *s,
				uint64_t address, uint64_t *base)
{
	const struct seen_module *best = NULL;
	for (uint32_t i = 0; i < s->modules.n; i++) {
		const struct seen_module *x = &s->modules.at[i];
		if (x->base <= address && (!best || x->base > best->base) && x->path[0] == '/')
			best = x;
	}
	if (!best)
		return NULL;
	*base = best->base;
	return targets_module(m->targets, best->path);
}

static const char *shown_file(const struct evidence_maker *m, const char *real)
{
	uint32_t id = intern_find(&m->targets->files, real, strlen(real));
	for (uint32_t i = 0; id && i < m->targets->list.n; i++) {
		if (m->targets->list.at[i].file == intern_at(&m->targets->files, id))
			return m->targets->list.at[i].place.file;
	}
	return arena_strdup(&m->report->memory, path_shown(m->here, real));
}

struct located evidence_locate(const struct evidence_maker *m, const struct seen *s, uint64_t pc,
			       bool exact)
{
	struct located l = {0};
	uint64_t base = 0, at;
	struct module *module = module_of(m, s, pc, &base);
	if (!module)
		return l;
	at = pc - base - !exact;
	const struct code_row *row = code_row_at(&module->code, at);
	const char *function = code_function_at(&module->code, at);
	l.function = function ? arena_strdup(&m->report->memory, function) : NULL;
	if (row && row->line) {
		l.real = module->code.files.at[row->file];
		l.place = (struct report_place){shown_file(m, l.real), row->line, row->column};
	}
	return l;
}

const char *evidence_symbol(const struct evidence_maker *m, const struct seen *s, uint64_t pc,
			    uint64_t *offset)
{
	uint64_t base = 0;
	struct module *module = module_of(m, s, pc, &base);
	const struct code_symbol *symbol =
		module ? code_symbol_at(&module->code, pc - base - 1) : NULL;
	if (!symbol || !symbol->is_function)
		return NULL;
	*offset = pc - base - symbol->low;
	return arena_strdup(&m->report->memory, symbol->name);
}

static const struct report_frame *make_stack(const struct evidence_maker *m,
					     const struct seen *s, const struct addresses *from,
					     bool exact, uint32_t *count)
{
	struct report_frame *frames =
		ARENA_ARRAY(&m->report->memory, struct report_frame, from->list.n + 1);
	uint32_t n = 0;
	*count = 0;
	for (uint32_t i = 0; i < from->list.n; i++) {
		struct located l = evidence_locate(m, s, from->list.at[i], exact && i == 0);
		frames[n++] = (struct report_frame){.function = l.function ? l.function : "?",
						    .place = l.place};
		if (l.place.file)
			*count = n;
	}
	return frames;
}

const char *evidence_variable(const struct evidence_maker *m, const struct seen *s,
			      uint64_t address)
{
	uint64_t base = 0;
	struct module *module = module_of(m, s, address, &base);
	const struct code_symbol *symbol =
		module ? code_symbol_at(&module->code, address - base) : NULL;
	if (!symbol || symbol->is_function)
		return NULL;
	if (symbol->low == address - base)
		return arena_strdup(&m->report->memory, symbol->name);
	return arena_printf(&m->report->memory, "%s + %" PRIu64, symbol->name,
			    address - base - symbol->low);
}

static const struct report_lock *make_locks(const struct evidence_maker *m, const struct seen *s,
					    const struct seen_side *side)
{
	struct arena *a = &m->report->memory;
	struct report_lock *locks = ARENA_ARRAY(a, struct report_lock, side->locks.n + 1);
	for (uint32_t i = 0; i < side->locks.n; i++) {
		const struct seen_lock *l = &side->locks.at[i];
		const char *name = evidence_variable(m, s, l->address);
		if (name && strcmp(name, "atomic_lock") == 0)
			name = "__VERIFIER_atomic";
		locks[i].name = name ? name : arena_printf(a, "%#" PRIx64, l->address);
		locks[i].shared = l->shared;
		locks[i].taken = evidence_locate(m, s, l->pc, false).place;
	}
	return locks;
}

static void make_side(const struct evidence_maker *m, const struct seen *s,
		      const struct seen_side *side, struct report_seen *out)
{
	struct located l = evidence_locate(m, s, side->pc, false);
	out->place = l.place;
	out->function = l.function;
	out->kind = side->flags & SEEN_FREE    ? ACCESS_FREE
		    : side->flags & SEEN_WRITE ? ACCESS_WRITE
					       : ACCESS_READ;
	out->atomic = side->flags & SEEN_ATOMIC;
	out->size = (uint32_t)side->size;
	out->thread = side->thread;
	out->entry = side->entry ? evidence_locate(m, s, side->entry, true).function : "main";
	out->stack = make_stack(m, s, &side->stack, false, &out->frame_count);
	out->created = make_stack(m, s, &side->created, false, &out->created_count);
	out->lock_count = side->locks.n;
	out->locks = make_locks(m, s, side);
}

/* A signal handler came upon our own code, which is not of interest. */
static void cut_handler(struct report_seen *s)
{
	for (uint32_t i = 0; i < s->frame_count; i++) {
		if (!s->stack[i].place.file)
			s->frame_count = i;
	}
}

void evidence_make(const struct evidence_maker *m, const struct seen *s,
		   struct report_evidence *out)
{
	struct arena *a = &m->report->memory;
	make_side(m, s, &s->sides[0], &out->sides[0]);
	make_side(m, s, &s->sides[1], &out->sides[1]);
	if (s->sides[0].thread == s->sides[1].thread)
		cut_handler(&out->sides[1]);
	out->address = s->low;
	out->before = s->before ? arena_strdup(a, s->before) : NULL;
	out->after = s->after ? arena_strdup(a, s->after) : NULL;
	out->size = s->before ? (uint32_t)strlen(s->before) / 2 : 0;
}

static const char *signal_name(int number)
{
	switch (number) {
	case SIGSEGV:
		return "SIGSEGV";
	case SIGBUS:
		return "SIGBUS";
	case SIGFPE:
		return "SIGFPE";
	case SIGILL:
		return "SIGILL";
	default:
		return "SIGABRT";
	}
}

void evidence_crash(const struct evidence_maker *m, const struct seen *s,
		    struct report_crash *out)
{
	out->what = signal_name(s->signal);
	out->stack = make_stack(m, s, &s->sides[0].stack, true, &out->frame_count);
}
