/* SPDX-License-Identifier: MIT */
/* Which units belong to which main: a walk over what is needed and who defines it. */
#include "ir/choose.h"

#include <stdlib.h>
#include <string.h>

#include "ir/linker.h"

struct definer {
	uint32_t unit; /* + 1 */
	bool strong;
};

struct chooser {
	const struct program *units;
	uint32_t n;
	struct intern names;
	VEC(struct definer) definer; /* by name: a unit without main that defines it */
	uint32_t **name_of;	     /* by unit and symbol; 0: not seen from outside */
	bool *has_main;
	bool *needed; /* by some program */
	uint32_t *stack;
};

static bool is_defined(const struct ir_symbol *s)
{
	return link_rank(s) > RANK_DECLARED;
}

static bool is_strong(const struct ir_symbol *s)
{
	return link_rank(s) == RANK_STRONG;
}

const char *unit_file(const struct program *unit)
{
	return unit->units.n > 1 ? ir_str(unit, unit->units.at[1].name) : "";
}

static bool defines_main(const struct program *p)
{
	for (sym_id s = 1; s < p->symbols.n; s++)
		if (p->symbols.at[s].kind == SYM_FUNCTION && is_strong(&p->symbols.at[s]) &&
		    p->symbols.at[s].linkage != LINK_INTERNAL &&
		    strcmp(ir_str(p, p->symbols.at[s].name), "main") == 0)
			return true;
	return false;
}

/* The first strong definition, or the first that others may replace. */
static void note_definition(struct chooser *c, uint32_t unit, const struct ir_symbol *s,
			    uint32_t name)
{
	while (c->definer.n <= name)
		vec_push(&c->definer, ((struct definer){0}));
	struct definer *d = &c->definer.at[name];
	if (c->has_main[unit] || !is_defined(s) || (d->unit && (d->strong || !is_strong(s))))
		return;
	*d = (struct definer){unit + 1, is_strong(s)};
}

static void read_names(struct chooser *c, uint32_t unit)
{
	const struct program *p = &c->units[unit];
	c->name_of[unit] = xcalloc(p->symbols.n + 1u, sizeof(uint32_t));
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *y = &p->symbols.at[s];
		if (y->linkage == LINK_INTERNAL)
			continue;
		const char *name = ir_str(p, y->name);
		c->name_of[unit][s] = intern_bytes(&c->names, name, strlen(name));
		note_definition(c, unit, y, c->name_of[unit][s]);
	}
}

/* The units of the program of that main. */
static void take_needed(struct chooser *c, uint32_t first, bool *taken)
{
	uint32_t depth = 0;
	taken[first] = true;
	c->stack[depth++] = first;
	while (depth > 0) {
		uint32_t unit = c->stack[--depth];
		const struct program *p = &c->units[unit];
		for (sym_id s = 1; s < p->symbols.n; s++) {
			uint32_t name = c->name_of[unit][s];
			uint32_t by = name ? c->definer.at[name].unit : 0;
			if (!by || is_defined(&p->symbols.at[s]) || taken[by - 1])
				continue;
			taken[by - 1] = true;
			c->stack[depth++] = by - 1;
		}
	}
}

static uint64_t code_size(const struct chooser *c, const bool *taken)
{
	uint64_t size = 0;
	for (uint32_t i = 0; i < c->n; i++)
		size += taken[i] ? c->units[i].insts.n : 0;
	return size;
}

/* Those that nobody needs, without the ones that would define something twice. */
static void take_unneeded(struct chooser *c, bool *taken)
{
	bool *defined = xcalloc(c->names.n + 1u, sizeof(*defined));
	for (int unneeded = 0; unneeded < 2; unneeded++) {
		for (uint32_t i = 0; i < c->n; i++) {
			bool clashes = false;
			const struct program *p = &c->units[i];
			if (unneeded ? c->needed[i] || c->has_main[i] : !taken[i])
				continue;
			for (sym_id s = 1; s < p->symbols.n && unneeded; s++)
				clashes |= is_strong(&p->symbols.at[s]) && c->name_of[i][s] &&
					   defined[c->name_of[i][s]];
			taken[i] |= !clashes;
			for (sym_id s = 1; s < p->symbols.n && taken[i]; s++)
				defined[c->name_of[i][s]] |= is_strong(&p->symbols.at[s]);
		}
	}
	free(defined);
}

static bool is_file(const char *file, const char *wanted)
{
	size_t n = strlen(file), m = strlen(wanted);
	return n >= m && strcmp(file + n - m, wanted) == 0 && (n == m || file[n - m - 1] == '/');
}

/* The main that is wanted, or the one whose program is the largest. */
static bool choose(struct chooser *c, const char *wanted, struct program_choice *out)
{
	uint64_t most = 0;
	bool found = false;
	for (uint32_t i = 0; i < out->main_count; i++) {
		bool *taken = xcalloc(c->n + 1u, sizeof(*taken));
		uint32_t unit = out->mains[i];
		take_needed(c, unit, taken);
		for (uint32_t k = 0; k < c->n; k++)
			c->needed[k] |= taken[k];
		uint64_t size = code_size(c, taken);
		if (wanted ? is_file(unit_file(&c->units[unit]), wanted) && !found
			   : !found || size > most) {
			memcpy(out->taken, taken, c->n * sizeof(*taken));
			out->chosen = unit;
			most = size;
			found = true;
		}
		free(taken);
	}
	return found;
}

bool choose_program(const struct program *units, uint32_t n, const char *wanted,
		    struct program_choice *out)
{
	struct chooser c = {.units = units, .n = n};
	*out = (struct program_choice){.mains = xcalloc(n + 1u, sizeof(*out->mains)),
			       .taken = xcalloc(n + 1u, sizeof(*out->taken))};
	c.has_main = xcalloc(n + 1u, sizeof(*c.has_main));
	c.needed = xcalloc(n + 1u, sizeof(*c.needed));
	c.stack = xcalloc(n + 1u, sizeof(*c.stack));
	c.name_of = xcalloc(n + 1u, sizeof(*c.name_of));
	for (uint32_t i = 0; i < n; i++)
		if ((c.has_main[i] = defines_main(&units[i])))
			out->mains[out->main_count++] = i;
	for (uint32_t i = 0; i < n; i++)
		read_names(&c, i);
	bool chosen = out->main_count > 1 && choose(&c, wanted, out);
	if (chosen)
		take_unneeded(&c, out->taken);
	for (uint32_t i = 0; i < n; i++) {
		out->taken[i] |= !chosen;
		out->taken_count += out->taken[i];
		free(c.name_of[i]);
	}
	free(c.name_of);
	free(c.has_main);
	free(c.needed);
	free(c.stack);
	vec_free(&c.definer);
	intern_free(&c.names);
	return chosen;
}

bool choice_is_only(const struct program *units, const struct program_choice *c,
		    const char *wanted)
{
	return c->main_count == 1 && is_file(unit_file(&units[c->mains[0]]), wanted);
}

void choice_free(struct program_choice *c)
{
	free(c->mains);
	free(c->taken);
	*c = (struct program_choice){0};
}
