/* SPDX-License-Identifier: MIT */
/*
 * The set of models: the built-in files, then the user's, a later row in the
 * place of an earlier one. Lookup by name is one hash probe; only a name that
 * has no row of its own is tried against the few prefix rows.
 */
#include "model/model.h"

#include <errno.h>
#include <string.h>

#include "base/diag.h"
#include "base/str.h"
#include "model/builtin.h"

enum { MESSAGE_SIZE = 2048 };

static void add_or_die(struct models *m, const char *file, const char *text, size_t size)
{
	char message[MESSAGE_SIZE];
	if (!models_add_text(m, file, text, size, message, sizeof(message)))
		die("%s", message);
}

void models_init(struct models *m)
{
	*m = (struct models){0};
	for (uint32_t i = 0; i < builtin_model_count; i++)
		add_or_die(m, builtin_models[i].file, builtin_models[i].text,
			   builtin_models[i].size);
}

void models_free(struct models *m)
{
	arena_release(&m->memory);
	vec_free(&m->list);
	vec_free(&m->prefixes);
	vec_free(&m->patterns);
	map_free(&m->by_name);
	intern_free(&m->names);
	*m = (struct models){0};
}

void models_add_file(struct models *m, const char *path)
{
	struct str text = {0};
	if (!str_read_file(&text, path))
		die("%s: cannot read the model file: %s", path, strerror(errno));
	add_or_die(m, path, str_cstr(&text), text.n);
	str_free(&text);
}

/* 'a.b.*' stands for 'a.b' too: an intrinsic with its types, or without. */
static bool has_prefix(const char *function, const char *prefix, size_t size)
{
	if (strncmp(function, prefix, size) == 0)
		return true;
	return size > 1 && prefix[size - 1] == '.' && strncmp(function, prefix, size - 1) == 0 &&
	       !function[size - 1];
}

static const struct model *find_prefix(const struct models *m, const char *function)
{
	const struct model *best = NULL;
	size_t best_size = 0;
	for (uint32_t i = 0; i < m->prefixes.n; i++) {
		const struct model *row = &m->list.at[m->prefixes.at[i]];
		if (row->name[0] != function[0])
			continue;
		size_t size = strlen(row->name);
		if (size > best_size && has_prefix(function, row->name, size)) {
			best = row;
			best_size = size;
		}
	}
	return best;
}

static const struct model *find_row(const struct models *m, const char *function)
{
	if (function[0] == 1) /* an assembler name, taken as it is */
		function++;
	uint32_t key = intern_find(&m->names, function, strlen(function));
	uint32_t place = key ? map_get(&m->by_name, key, 0) : 0;
	const struct model *row = place ? &m->list.at[place - 1] : find_prefix(m, function);
	return row && !(row->flags & MODELF_OFF) ? row : NULL;
}

const char *models_unfollowed(const struct models *m, const char *function)
{
	const struct model *row = find_row(m, function);
	const struct effect *e = row ? model_effect(row, EFFECT_UNFOLLOWED) : NULL;
	return e ? e->name : NULL;
}

const struct model *models_find(const struct models *m, const char *function)
{
	const struct model *row = find_row(m, function);
	bool unknown = row && row->effect_count == 1 && model_effect(row, EFFECT_UNFOLLOWED);
	return unknown ? NULL : row;
}

void model_assembly_name(struct str *out, const char *text, size_t n)
{
	str_add(out, MODEL_ASSEMBLY);
	for (size_t i = 0; i < n; i++) {
		char c = text[i] == ' ' || text[i] == '\t' ? '_' : text[i];
		str_addc(out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
	}
}

static const struct model *find_exactly(const struct models *m, const char *name, size_t n)
{
	uint32_t id = intern_find(&m->names, name, n);
	uint32_t place = id ? map_get(&m->by_name, id, 0) : 0;
	const struct model *row = place ? &m->list.at[place - 1] : NULL;
	return row && !(row->flags & MODELF_OFF) ? row : NULL;
}

const struct model *models_find_assembly(const struct models *m, const char *machine,
					 const char *text, size_t n)
{
	struct str key = {0}, with = {0};
	model_assembly_name(&key, text, n);
	const char *plain = str_cstr(&key) + strlen(MODEL_ASSEMBLY);
	str_addf(&with, "%s%s:%s", MODEL_ASSEMBLY, machine, plain);
	const struct model *row = find_exactly(m, str_cstr(&with), with.n);
	if (!row)
		row = find_exactly(m, str_cstr(&key), key.n);
	str_free(&key);
	str_free(&with);
	return row;
}

/* ---- code of a kernel ---- */

static bool is_primitive_effect(const struct effect *e)
{
	switch ((enum effect_kind)e->kind) {
	case EFFECT_READ:
	case EFFECT_WRITE:
	case EFFECT_COPY:
	case EFFECT_READ_FORMAT:
	case EFFECT_WRITE_FORMAT:
	case EFFECT_RETURNS:
	case EFFECT_RETURNS_STATIC:
	case EFFECT_NONDET:
	case EFFECT_NORETURN:
	case EFFECT_REGISTERS:
	case EFFECT_PASSES:
	case EFFECT_NONE:
		return false;
	default:
		return true;
	}
}

static bool is_primitive(const struct model *row)
{
	for (uint32_t i = 0; i < row->effect_count; i++)
		if (is_primitive_effect(&row->effects[i]))
			return true;
	return row->flags & MODELF_PRIMITIVE;
}

static const char kernel_rows[] = "linux.model", other_rows[] = "rtos.model";

static bool is_of(const char *file, const char *name)
{
	size_t n = strlen(file), k = strlen(name);
	return n >= k && strcmp(file + n - k, name) == 0;
}

void models_enter_kernel(struct models *m)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < m->list.n; i++) {
		struct model *row = &m->list.at[i];
		if (is_of(row->file, kernel_rows) && is_primitive(row))
			row->flags |= MODELF_WINS;
		if (is_of(row->file, other_rows))
			row->flags |= MODELF_OFF;
	}
	for (uint32_t i = 0; i < m->patterns.n; i++)
		if (!is_of(m->patterns.at[i].file, other_rows))
			m->patterns.at[kept++] = m->patterns.at[i];
	m->patterns.n = kept;
}

static bool fits(const struct name_pattern *x, const char *name)
{
	size_t n = strlen(x->text), size = strlen(name);
	if (x->prefix)
		return strncmp(name, x->text, n) == 0;
	if (x->suffix)
		return size >= n && strcmp(name + size - n, x->text) == 0;
	return strcmp(name, x->text) == 0;
}

const struct name_pattern *models_about(const struct models *m, const char *name)
{
	const struct name_pattern *best = NULL;
	for (uint32_t i = 0; i < m->patterns.n; i++) {
		const struct name_pattern *x = &m->patterns.at[i];
		if (fits(x, name) && (!best || strlen(x->text) >= strlen(best->text)))
			best = x;
	}
	return best;
}

/* Where 'arg' is the place that something goes to. */
static bool is_place(const struct effect *e, int arg)
{
	switch ((enum effect_kind)e->kind) {
	case EFFECT_ALLOC:
	case EFFECT_CREATE:
	case EFFECT_JOIN:
	case EFFECT_ONCE:
	case EFFECT_CALL_NOW:
	case EFFECT_TSD_GET:
	case EFFECT_RETURNS_NAMED:
	case EFFECT_ATOMIC_LOAD:
	case EFFECT_ATOMIC_RMW:
		return e->third == arg;
	case EFFECT_TSD_KEY_CREATE:
		return e->arg == arg && e->flags & EFFECTF_BY_ADDRESS;
	default:
		return false;
	}
}

unsigned effect_writes(const struct effect *e, int arg)
{
	if (arg < 0)
		return 0;
	switch ((enum effect_kind)e->kind) {
	case EFFECT_WRITE:
		if (e->arg != arg)
			return 0;
		if (e->flags & EFFECTF_DEREF)
			return REACH_BEHIND;
		if (e->flags & EFFECTF_REACHABLE)
			return REACH_AT | REACH_BEHIND | REACH_FAR;
		return REACH_AT;
	case EFFECT_COPY:
	case EFFECT_STORES:
	case EFFECT_GIVES:
	case EFFECT_ATOMIC_STORE:
	case EFFECT_NO_SIGNALS:
	case EFFECT_ALL_SIGNALS:
	case EFFECT_ADDS_SIGNAL:
	case EFFECT_REMOVES_SIGNAL:
		return e->arg == arg ? REACH_AT : 0;
	case EFFECT_ATOMIC_RMW:
		return e->arg == arg || is_place(e, arg) ? REACH_AT : 0;
	case EFFECT_WRITE_FORMAT:
		if (e->flags & EFFECTF_VA_LIST)
			return e->other == arg ? REACH_FAR : 0;
		return arg >= e->other ? REACH_AT : 0;
	default:
		return is_place(e, arg) ? REACH_AT : 0;
	}
}

bool effect_is_message(const struct effect *e)
{
	return (e->kind == EFFECT_KEEPS || e->kind == EFFECT_GIVES) &&
	       e->size_kind != SIZE_UNKNOWN;
}

const struct effect *model_effect(const struct model *m, enum effect_kind kind)
{
	for (uint32_t i = 0; i < m->effect_count; i++)
		if (m->effects[i].kind == kind)
			return &m->effects[i];
	return NULL;
}

uint64_t models_faults(const struct models *m)
{
	uint64_t faults = 0;
	for (uint32_t i = 0; i < m->list.n; i++)
		for (uint32_t k = 0; k < m->list.at[i].effect_count; k++)
			faults |= m->list.at[i].effects[k].faults;
	return faults;
}
