/* SPDX-License-Identifier: MIT */
/* Which units belong to which main: a walk over what is needed and who defines it. */
#include "ir/choose.h"

#include <stdlib.h>
#include <string.h>

#include "ir/linker.h"
#include "ir/trial.h"

/* A unit without main that defines a name. */
struct definer {
	uint32_t unit;
	uint32_t next; /* of the same name: index + 1 */
};

struct name {
	uint32_t first, last; /* definers: index + 1 */
	bool strong;          /* these are strong definitions; others do not count then */
	uint32_t needed_by;   /* the only unit that does: index + 1 */
	bool needed_by_more;
};

struct chooser {
	const struct program *units;
	const uint8_t *traits; /* by unit: enum unit_trait */
	uint32_t n;
	struct intern names;
	VEC(struct name) name; /* by name */
	VEC(struct definer) definers;
	uint32_t **name_of; /* by unit and symbol; 0: not seen from outside */
	bool *has_main;
	bool **before;      /* by unit and symbol: it looks up the next one */
	bool *needed;       /* by some program */
	bool *in_earnest;   /* by one that is no test */
	uint32_t *first_of; /* [n]: the first unit of the same file */
	size_t common;      /* of the names of all files: the directory of the project */
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

struct place_in_list {
	const char *file;
	uint32_t at;
};

static int compare_places(const void *a, const void *b)
{
	const struct place_in_list *x = a, *y = b;
	int order = strcmp(x->file, y->file);
	return order ? order : (x->at > y->at) - (x->at < y->at);
}

void sort_units(struct program *units, uint32_t n)
{
	struct place_in_list *list = xcalloc(n + 1u, sizeof(*list));
	struct program *sorted = xcalloc(n + 1u, sizeof(*sorted));
	for (uint32_t i = 0; i < n; i++)
		list[i] = (struct place_in_list){unit_file(&units[i]), i};
	qsort(list, n, sizeof(*list), compare_places);
	for (uint32_t i = 0; i < n; i++)
		sorted[i] = units[list[i].at];
	memcpy(units, sorted, n * sizeof(*sorted));
	free(sorted);
	free(list);
}

static bool defines_main(const struct program *p)
{
	for (sym_id s = 1; s < p->symbols.n; s++)
		if (p->symbols.at[s].kind == SYM_FUNCTION &&
		    is_strong(&p->symbols.at[s]) &&
		    p->symbols.at[s].linkage != LINK_INTERNAL &&
		    strcmp(ir_str(p, p->symbols.at[s].name), "main") == 0)
			return true;
	return false;
}

static void note_need(struct name *d, uint32_t unit, const struct ir_symbol *s)
{
	if (is_defined(s))
		return;
	d->needed_by_more |= d->needed_by && d->needed_by != unit + 1;
	d->needed_by = unit + 1;
}

/* All strong definitions, or all that others may replace. */
static void note_definition(struct chooser *c, uint32_t unit, sym_id sym, uint32_t name)
{
	const struct ir_symbol *s = &c->units[unit].symbols.at[sym];
	while (c->name.n <= name)
		vec_push(&c->name, ((struct name){0}));
	struct name *d = &c->name.at[name];
	note_need(d, unit, s);
	if (c->has_main[unit] || c->before[unit][sym] || !is_defined(s) ||
	    (d->strong && !is_strong(s)))
		return;
	vec_push(&c->definers, ((struct definer){.unit = unit}));
	if (d->first && d->strong == is_strong(s))
		c->definers.at[d->last - 1].next = c->definers.n;
	else
		d->first = c->definers.n;
	d->last = c->definers.n;
	d->strong = is_strong(s);
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
		note_definition(c, unit, s, c->name_of[unit][s]);
	}
}

/* ---- the units of one program ---- */

struct walk {
	struct chooser *c;
	uint32_t main;
	bool *taken;          /* by unit */
	bool *strong;         /* by name: some unit that is taken defines it so */
	bool *settled;        /* by name: defined, or in one of the lists */
	VEC(uint32_t) sure;   /* names that one unit defines */
	VEC(uint32_t) unsure; /* names that several do */
	uint32_t *wanted;     /* by unit: how many of those it defines */
};

static void take(struct walk *w, uint32_t unit)
{
	struct chooser *c = w->c;
	const struct program *p = &c->units[unit];
	w->taken[unit] = true;
	for (sym_id s = 1; s < p->symbols.n; s++) {
		uint32_t name = c->name_of[unit][s];
		w->strong[name] |= name && is_strong(&p->symbols.at[s]);
		w->settled[name] |= is_defined(&p->symbols.at[s]);
	}
	for (sym_id s = 1; s < p->symbols.n; s++) {
		uint32_t name = c->name_of[unit][s];
		uint32_t first = c->name.at[name].first;
		if (!name || !first || w->settled[name])
			continue;
		w->settled[name] = true;
		if (c->definers.at[first - 1].next)
			vec_push(&w->unsure, name);
		else
			vec_push(&w->sure, name);
	}
}

static bool defines_taken(const struct walk *w, uint32_t name)
{
	for (uint32_t d = w->c->name.at[name].first; d; d = w->c->definers.at[d - 1].next)
		if (w->taken[w->c->definers.at[d - 1].unit])
			return true;
	return false;
}

/* How many strong definitions of this unit the program has already. */
static uint32_t count_clashes(const struct walk *w, uint32_t unit)
{
	const struct program *p = &w->c->units[unit];
	uint32_t n = 0;
	for (sym_id s = 1; s < p->symbols.n; s++)
		n += is_strong(&p->symbols.at[s]) && w->strong[w->c->name_of[unit][s]];
	return n;
}

static uint32_t count_definitions(const struct walk *w, uint32_t unit)
{
	const struct program *p = &w->c->units[unit];
	uint32_t n = 0;
	for (sym_id s = 1; s < p->symbols.n; s++)
		n += is_strong(&p->symbols.at[s]) && w->c->name_of[unit][s];
	return n;
}

static uint32_t count_directories(const char *file)
{
	uint32_t n = 0;
	for (; *file; file++)
		n += *file == '/';
	return n;
}

/* How many directories lie between the files, up and down. */
static uint32_t distance(const char *a, const char *b)
{
	const char *x = a, *y = b;
	for (const char *p = a, *q = b; *p && *p == *q; p++, q++) {
		if (*p == '/') {
			x = p + 1;
			y = q + 1;
		}
	}
	return count_directories(x) + count_directories(y);
}

static bool is_better(const struct walk *w, uint32_t a, uint32_t b)
{
	const char *main = unit_file(&w->c->units[w->main]);
	uint32_t clashes_a = count_clashes(w, a), clashes_b = count_clashes(w, b);
	uint32_t far_a = distance(unit_file(&w->c->units[a]), main);
	uint32_t far_b = distance(unit_file(&w->c->units[b]), main);
	if (clashes_a != clashes_b)
		return clashes_a < clashes_b;
	if (far_a != far_b)
		return far_a < far_b;
	if (w->wanted[a] != w->wanted[b])
		return w->wanted[a] > w->wanted[b];
	return count_definitions(w, a) < count_definitions(w, b);
}

static uint32_t best_wanted(const struct walk *w)
{
	uint32_t n = w->c->n, best = n;
	for (uint32_t u = 0; u < n; u++)
		if (w->wanted[u] && (best == n || is_better(w, u, best)))
			best = u;
	return best;
}

/* Of several units that define something needed, the best. */
static bool take_best(struct walk *w)
{
	const struct chooser *c = w->c;
	uint32_t open = 0;
	memset(w->wanted, 0, c->n * sizeof(*w->wanted));
	for (uint32_t i = 0; i < w->unsure.n; i++)
		if (!defines_taken(w, w->unsure.at[i]))
			w->unsure.at[open++] = w->unsure.at[i];
	w->unsure.n = open;
	for (uint32_t i = 0; i < open; i++) {
		uint32_t d = c->name.at[w->unsure.at[i]].first;
		for (; d; d = c->definers.at[d - 1].next)
			w->wanted[c->definers.at[d - 1].unit]++;
	}
	uint32_t best = best_wanted(w);
	if (best < c->n)
		take(w, best);
	return best < c->n;
}

static struct walk walk_new(struct chooser *c, uint32_t main, bool *taken)
{
	struct walk w = {.c = c, .main = main, .taken = taken};
	w.strong = xcalloc(c->names.n + 1u, sizeof(*w.strong));
	w.settled = xcalloc(c->names.n + 1u, sizeof(*w.settled));
	w.wanted = xcalloc(c->n + 1u, sizeof(*w.wanted));
	return w;
}

static void walk_free(struct walk *w)
{
	free(w->strong);
	free(w->settled);
	free(w->wanted);
	vec_free(&w->sure);
	vec_free(&w->unsure);
}

/* Whatever defines what those that are taken need. */
static void follow(struct walk *w)
{
	const struct chooser *c = w->c;
	do {
		while (w->sure.n > 0) {
			uint32_t first = c->name.at[w->sure.at[--w->sure.n]].first;
			uint32_t unit = c->definers.at[first - 1].unit;
			if (!w->taken[unit])
				take(w, unit);
		}
	} while (take_best(w));
}

/* The units of the program. */
static void take_needed(struct chooser *c, struct program_head head, bool *taken)
{
	struct walk w = walk_new(c, head.named, taken);
	take(&w, head.main);
	if (head.named != head.main)
		take(&w, head.named);
	follow(&w);
	walk_free(&w);
}

static uint64_t code_size(const struct chooser *c, const bool *taken)
{
	uint64_t size = 0;
	for (uint32_t i = 0; i < c->n; i++)
		size += taken[i] ? c->units[i].insts.n : 0;
	return size;
}

static unsigned traits_of(const struct chooser *c, const bool *taken)
{
	unsigned traits = 0;
	for (uint32_t i = 0; i < c->n; i++)
		traits |= taken[i] ? c->traits[i] : 0u;
	return traits;
}

/* ---- the programs ---- */

/* Do several units define what only this one needs? */
static bool is_left_to_programs(const struct chooser *c, uint32_t name, uint32_t unit)
{
	const struct name *d = &c->name.at[name];
	return d->strong && d->needed_by == unit + 1 && !d->needed_by_more;
}

/* Units of different files that define all such names, and nothing that the main has. */
static uint32_t want_programs(struct walk *w)
{
	const struct chooser *c = w->c;
	uint32_t names = 0, n = 0;
	for (uint32_t i = 0; i < w->unsure.n; i++) {
		uint32_t name = w->unsure.at[i];
		if (!is_left_to_programs(c, name, w->main))
			continue;
		names++;
		for (uint32_t d = c->name.at[name].first; d;
		     d = c->definers.at[d - 1].next)
			w->wanted[c->definers.at[d - 1].unit]++;
	}
	for (uint32_t u = 0; u < c->n; u++) {
		bool all = w->wanted[u] && w->wanted[u] == names;
		w->wanted[u] = all && c->first_of[u] == u && !count_clashes(w, u);
		n += w->wanted[u];
	}
	return n;
}

/* One program, or one for each file that defines what the main leaves to them, the best
 * first. */
static void add_programs(struct chooser *c, uint32_t unit, struct program_choice *out)
{
	bool *taken = xcalloc(c->n + 1u, sizeof(*taken));
	struct walk w = walk_new(c, unit, taken);
	take(&w, unit);
	bool several = want_programs(&w) > 1;
	if (!several)
		out->mains[out->main_count++] = (struct program_head){unit, unit};
	for (uint32_t best; several && (best = best_wanted(&w)) < c->n;) {
		out->mains[out->main_count++] = (struct program_head){unit, best};
		w.wanted[best] = 0;
	}
	walk_free(&w);
	free(taken);
}

/* ---- which one ---- */

/* How good a program is: one that creates threads and is no mere test; the one whose main
 * comes to more places that create threads (a daemon before the tool that controls it); one
 * that is linked with code for that before one that is not; then the one with more code. */
struct worth {
	uint32_t creates;
	bool has_threads, is_trial;
	uint64_t size;
};

static bool is_in_earnest(struct worth x)
{
	return x.creates > 0 && !x.is_trial;
}

static bool is_worth_more(struct worth a, struct worth b)
{
	if (is_in_earnest(a) != is_in_earnest(b))
		return is_in_earnest(a);
	if (a.creates != b.creates)
		return a.creates > b.creates;
	return a.has_threads != b.has_threads ? a.has_threads : a.size > b.size;
}

static uint32_t count_files(const struct chooser *c, const bool *taken)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < c->n; i++)
		n += taken[i];
	return n;
}

static bool is_trial(const struct chooser *c, struct program_head head)
{
	return is_trial_file(unit_file(&c->units[head.named]), c->common);
}

static struct worth worth_of(const struct chooser *c, struct program_head head,
			     const bool *taken, const struct program_size *x)
{
	return (struct worth){.creates = x->reached.creations,
			      .is_trial = is_trial(c, head),
			      .has_threads = traits_of(c, taken) & UNIT_CREATES,
			      .size = x->reached.code ? x->reached.code
						      : code_size(c, taken)};
}

static bool is_file(const char *file, const char *wanted)
{
	size_t n = strlen(file), m = strlen(wanted);
	return n >= m && strcmp(file + n - m, wanted) == 0 &&
	       (n == m || file[n - m - 1] == '/');
}

static bool is_named(const struct chooser *c, struct program_head head,
		     const char *wanted)
{
	return is_file(unit_file(&c->units[head.named]), wanted) ||
	       is_file(unit_file(&c->units[head.main]), wanted);
}

/* Of programs with one main only threads make one better than the one that fits best. */
static bool is_preferred(const struct program_choice *out, uint32_t i, struct worth a,
			 struct worth best)
{
	if (out->mains[i].main == out->mains[out->chosen].main)
		return a.creates > best.creates;
	return is_worth_more(a, best);
}

/* The main that is wanted, or that of the best program. */
static bool choose(struct chooser *c, const struct program_wish *wish,
		   struct program_choice *out)
{
	const char *wanted = wish->file;
	struct worth best = {0};
	bool found = false;
	for (uint32_t i = 0; i < out->main_count; i++) {
		bool *taken = xcalloc(c->n + 1u, sizeof(*taken));
		struct program_head head = out->mains[i];
		take_needed(c, head, taken);
		for (uint32_t k = 0; k < c->n; k++) {
			c->needed[k] |= taken[k];
			c->in_earnest[k] |= taken[k] && !is_trial(c, head);
		}
		struct program_size *x = &out->sizes[i];
		*x = (struct program_size){count_files(c, taken),
					   reached_from(c->units, c->n, taken, head.main,
							c->name_of, c->names.n,
							&wish->creators)};
		struct worth worth = worth_of(c, head, taken, x);
		if (wanted ? is_named(c, head, wanted) && !found
			   : !found || is_preferred(out, i, worth, best)) {
			memcpy(out->needed, taken, c->n * sizeof(*taken));
			out->chosen = i;
			best = worth;
			found = true;
		}
		free(taken);
	}
	return found;
}

/* What is neither a program nor a test creates threads. */
static bool has_threads_in_earnest(const struct chooser *c)
{
	unsigned traits = 0;
	for (uint32_t i = 0; i < c->n; i++)
		if (!c->has_main[i] && !is_trial_file(unit_file(&c->units[i]), c->common))
			traits |= c->traits[i];
	return traits & UNIT_CREATES;
}

/* The best program is a test, and there are others that are none; or all are tests and
 * examples of what creates threads itself. */
static bool is_only_tried(const struct chooser *c, const struct program_choice *choice)
{
	bool others = choice->main_count > 1 && has_threads_in_earnest(c);
	for (uint32_t i = 0; i < choice->main_count; i++)
		others |= !is_trial(c, choice->mains[i]);
	return others && is_trial(c, choice->mains[choice->chosen]);
}

/* The programs have no threads, or only the tests have, but there is code for threads: that
 * which none of them needs, or what several of them share. */
static bool is_library(const struct chooser *c, const struct program_choice *choice)
{
	unsigned traits = 0;
	if (choice->main_count == 0 || (traits_of(c, choice->needed) & UNIT_CREATES &&
					!is_only_tried(c, choice)))
		return false;
	for (uint32_t i = 0; i < c->n; i++)
		if (!c->has_main[i] && (!c->needed[i] || choice->main_count > 1))
			traits |= c->traits[i];
	return traits != 0;
}

static void find_files(struct chooser *c)
{
	struct intern files = {0};
	struct map first = {0};
	c->first_of = xcalloc(c->n + 1u, sizeof(*c->first_of));
	for (uint32_t i = 0; i < c->n; i++) {
		uint32_t file = intern_str(&files, unit_file(&c->units[i]));
		c->first_of[i] = file ? map_get(&first, file, i) : i;
		if (c->first_of[i] == i)
			map_put(&first, file, i);
		const char *name = unit_file(&c->units[i]);
		c->common = i ? common_directory(name, c->common, unit_file(&c->units[0]))
			      : strlen(name);
	}
	map_free(&first);
	intern_free(&files);
}

/* A part of a test, beside what is none: where there is no main, nobody can tell. */
static bool is_part_of_trial(const struct chooser *c, const struct program_choice *choice,
			     uint32_t unit)
{
	bool tried = !choice->main_count ||
		     (!choice->library && is_trial(c, choice->mains[choice->chosen]));
	return !tried && !c->in_earnest[unit] && !c->has_main[unit] &&
	       is_trial_file(unit_file(&c->units[unit]), c->common);
}

/* The first such function of the unit. */
static const char *stands_before(const struct chooser *c, uint32_t unit)
{
	const struct program *p = &c->units[unit];
	for (sym_id s = 1; s < p->symbols.n; s++)
		if (c->before[unit][s])
			return ir_str(p, p->symbols.at[s].name);
	return NULL;
}

/* A unit that no program needs anything of but what stands before a library's. */
static bool is_before(const struct chooser *c, struct program_choice *out, uint32_t unit)
{
	bool alone = out->main_count && !out->library && !c->needed[unit];
	out->before[unit] = alone && !c->has_main[unit] ? stands_before(c, unit) : NULL;
	return out->before[unit] != NULL;
}

/* The program's units, and those that no program needs: the first of each file. */
static void take_units(const struct chooser *c, struct program_choice *out)
{
	bool *needed = xcalloc(c->n + 1u, sizeof(*needed)); /* a unit of that file is */
	for (uint32_t i = 0; i < c->n; i++)
		needed[c->first_of[i]] |= c->needed[i];
	for (uint32_t i = 0; i < c->n; i++) {
		bool first = c->first_of[i] == i;
		bool trial = first && is_part_of_trial(c, out, i);
		out->taken[i] = out->library ? first && !trial && !c->has_main[i]
					     : out->needed[i] || (first && !trial && !needed[i] &&
								  !is_before(c, out, i));
		out->trials += trial && (out->library || !needed[i]);
	}
	free(needed);
}

/* Plug-ins need something themselves, maybe of a library that other programs have as well. */
static void take_more(struct chooser *c, struct program_choice *out)
{
	struct walk w = walk_new(c, out->mains[out->chosen].named, out->taken);
	for (uint32_t i = 0; i < c->n; i++)
		if (out->taken[i])
			take(&w, i);
	follow(&w);
	walk_free(&w);
}

static void take_all(struct chooser *c, struct program_choice *out)
{
	take_units(c, out);
	if (out->main_count && !out->library)
		take_more(c, out);
	for (uint32_t i = 0; i < c->n; i++) {
		out->taken_count += out->taken[i];
		out->variants += c->first_of[i] != i && !out->taken[i];
	}
}

static void chooser_free(struct chooser *c)
{
	free(c->first_of);
	for (uint32_t i = 0; i < c->n; i++) {
		free(c->name_of[i]);
		free(c->before[i]);
	}
	free(c->name_of);
	free(c->before);
	free(c->has_main);
	free(c->needed);
	free(c->in_earnest);
	vec_free(&c->name);
	vec_free(&c->definers);
	intern_free(&c->names);
}

static struct program_choice choice_new(uint32_t n)
{
	return (struct program_choice){.mains = xcalloc(2u * n + 1u, sizeof(struct program_head)),
				       .sizes = xcalloc(2u * n + 1u, sizeof(struct program_size)),
				       .needed = xcalloc(n + 1u, sizeof(bool)),
				       .taken = xcalloc(n + 1u, sizeof(bool)),
				       .before = xcalloc(n + 1u, sizeof(char *))};
}

static struct chooser chooser_new(const struct program *units, const uint8_t *traits, uint32_t n,
				  const struct program_wish *wish)
{
	struct chooser c = {.units = units, .traits = traits, .n = n};
	c.has_main = xcalloc(n + 1u, sizeof(*c.has_main));
	c.needed = xcalloc(n + 1u, sizeof(*c.needed));
	c.in_earnest = xcalloc(n + 1u, sizeof(*c.in_earnest));
	c.name_of = xcalloc(n + 1u, sizeof(*c.name_of));
	c.before = xcalloc(n + 1u, sizeof(*c.before));
	find_files(&c);
	for (uint32_t i = 0; i < n; i++) {
		c.has_main[i] = defines_main(&units[i]);
		c.before[i] = xcalloc(units[i].symbols.n + 1u, sizeof(**c.before));
	}
	find_before(units, n, &wish->lookups, c.before);
	for (uint32_t i = 0; i < n; i++)
		read_names(&c, i);
	return c;
}

bool choose_program(const struct program *units, const uint8_t *traits, uint32_t n,
		    const struct program_wish *wish, struct program_choice *out)
{
	struct chooser c = chooser_new(units, traits, n, wish);
	*out = choice_new(n);
	for (uint32_t i = 0; i < n; i++) {
		bool again = c.first_of[i] != i && c.has_main[c.first_of[i]];
		if (c.has_main[i] && !again)
			add_programs(&c, i, out);
	}
	bool chosen = choose(&c, wish, out);
	out->library = wish->library || (!wish->file && is_library(&c, out));
	if (out->library)
		memset(out->needed, 0, n * sizeof(*out->needed));
	take_all(&c, out);
	chooser_free(&c);
	return chosen;
}

void choice_free(struct program_choice *c)
{
	free(c->mains);
	free(c->sizes);
	free(c->needed);
	free(c->taken);
	free(c->before);
	*c = (struct program_choice){0};
}

/* ---- what is defined twice ---- */

static void add_clash(struct clashes *out, uint32_t first, uint32_t second,
		      const char *name)
{
	for (uint32_t i = out->list.n; i-- > 0 && out->list.at[i].second == second;) {
		if (out->list.at[i].first == first) {
			out->list.at[i].more++;
			return;
		}
	}
	vec_push(&out->list, ((struct clash){first, second, name, 0}));
}

/* The names that this unit defines are its own, or static where another has them. */
static void settle_unit(struct program *units, uint32_t unit, struct intern *names,
			struct map *owner, struct clashes *out)
{
	struct program *p = &units[unit];
	for (sym_id s = 1; s < p->symbols.n; s++) {
		struct ir_symbol *y = &p->symbols.at[s];
		if (y->linkage == LINK_INTERNAL || !is_strong(y))
			continue;
		const char *name = ir_str(p, y->name);
		uint32_t id = intern_str(names, name);
		uint32_t first = map_get(owner, id, 0);
		if (!first) {
			map_put(owner, id, unit + 1);
			continue;
		}
		add_clash(out, first - 1, unit, name);
		y->linkage = LINK_INTERNAL;
	}
}

void settle_clashes(struct program *units, uint32_t n, const struct program_choice *c,
		    struct clashes *out)
{
	struct intern names = {0};
	struct map owner = {0};
	bool has_main = c->main_count > 0 && !c->library;
	struct program_head head =
		has_main ? c->mains[c->chosen] : (struct program_head){n, n};
	if (has_main)
		settle_unit(units, head.main, &names, &owner, out);
	if (has_main && head.named != head.main)
		settle_unit(units, head.named, &names, &owner, out);
	for (int needed = 1; needed >= 0; needed--)
		for (uint32_t i = 0; i < n; i++)
			if (c->taken[i] && c->needed[i] == needed && i != head.main &&
			    i != head.named)
				settle_unit(units, i, &names, &owner, out);
	map_free(&owner);
	intern_free(&names);
}
