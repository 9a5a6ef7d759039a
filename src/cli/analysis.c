/* SPDX-License-Identifier: MIT */
/*
 * The driver: phases.def is the table of contents, this file is what each line
 * of it means in terms of the stages. Bitcode is deleted as soon as it is
 * lowered, so that nothing is left behind however the run ends after that.
 */
#include "cli/analysis.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/limit.h"
#include "base/pool.h"
#include "base/progress.h"
#include "base/stats.h"
#include "base/str.h"
#include "cli/recall.h"
#include "front/llvm/lower.h"
#include "ir/choose.h"
#include "ir/link.h"
#include "ir/special.h"
#include "ir/text.h"
#include "outside/outside.h"
#include "project/annotated.h"

/* ---- project ---- */

static void load_project(struct analysis *a)
{
	const struct options *o = a->options;
	a->project_options = (struct project_options){
		.files = o->files.words.at,
		.file_count = o->files.words.n,
		.database = o->database,
		.clang_flags = o->clang_flags.words.at,
		.include = o->include.words.at,
		.exclude = o->exclude.words.at,
		.keep_going = o->keep_going,
		.workers = o->workers,
		.progress = true,
		.cache = a->cache,
	};
	project_load(&a->project, &a->project_options);
	stats_count("units", a->project.units.n);
	tell_inputs(a, false);
	api_read(&a->api, &a->project, o->api.words.at);
}

static void run_clang(struct analysis *a)
{
	project_compile(&a->project, &a->project_options);
	stats_count("units from the cache", a->project.from_cache);
	tell_inputs(a, true);
	stats_count("compiler flags dropped", a->project.dropped_flags);
	if (a->project.dropped_flags > 0)
		note("%u compiler flags were dropped", a->project.dropped_flags);
}

/* ---- lowering ---- */

struct lowering {
	struct analysis *analysis;
	struct program *programs;
	char (*messages)[512]; /* "": it worked */
};

static bool read_ir(const struct unit *u, struct program *out, char *message, size_t size)
{
	struct str text = {0};
	bool ok = str_read_file(&text, u->bitcode);
	if (ok)
		ok = ir_parse(u->file, str_cstr(&text), text.n, out, message, size);
	else
		snprintf(message, size, "%s: %s", u->file, strerror(errno));
	str_free(&text);
	return ok;
}

/* Assembly says in a line of its own which target it is for. */
static void find_triple(const char *text, struct str *out)
{
	static const char key[] = "\ntarget triple = \"";
	const char *at = strstr(text, key);
	if (at)
		str_addn(out, at + strlen(key), strcspn(at + strlen(key), "\"\n"));
}

static bool read_converted(const struct unit *u, uint32_t number, const char *triple,
			   struct program *out, char *message, size_t size)
{
	struct lower_request r = {.unit_name = u->file, .out = out};
	struct str path = {0};
	bool ok = project_convert(u, number, triple, &path, message, size);
	if (ok) {
		ok = lower_file(str_cstr(&path), &r) == LOWERED;
		snprintf(message, size, "%s", str_cstr(&r.message));
	}
	str_free(&path);
	lower_request_free(&r);
	return ok;
}

static bool read_assembly(const struct unit *u, uint32_t number, struct program *out,
			  char *message, size_t size)
{
	struct str text = {0}, triple = {0};
	bool ok = str_read_file(&text, u->bitcode);
	if (ok) {
		find_triple(str_cstr(&text), &triple);
		ok = read_converted(u, number, str_cstr(&triple), out, message, size);
	} else {
		snprintf(message, size, "%s", strerror(errno));
	}
	str_free(&text);
	str_free(&triple);
	return ok;
}

static bool read_bitcode(const struct unit *u, uint32_t number, struct program *out,
			 char *message, size_t size)
{
	struct lower_request r = {
		.unit_name = u->file, .out = out, .trusted = u->kind == UNIT_SOURCE};
	enum lower_result result = lower_file(u->bitcode, &r);
	bool ok = result == LOWERED;
	snprintf(message, size, "%s", str_cstr(&r.message));
	if (result == LOWER_FOREIGN) {
		program_free(out);
		ok = read_converted(u, number, str_cstr(&r.triple), out, message, size);
	}
	lower_request_free(&r);
	return ok;
}

static bool read_cached(struct analysis *a, uint32_t number, struct program *out,
			char *message, size_t size)
{
	const struct unit *u = &a->project.units.at[number];
	struct lower_request r = {.unit_name = u->file, .out = out, .trusted = true};
	struct str bytes = {0};
	bool ok = project_fetch(&a->project, &a->project_options, number, &bytes, message, size);
	if (ok) {
		ok = lower_bytes(str_cstr(&bytes), bytes.n, &r) == LOWERED;
		snprintf(message, size, "%s", str_cstr(&r.message));
	}
	str_free(&bytes);
	lower_request_free(&r);
	return ok;
}

static void lower_unit(void *context, uint32_t task, unsigned worker)
{
	struct lowering *l = context;
	const struct unit *u = &l->analysis->project.units.at[task];
	char *message = l->messages[task];
	size_t size = sizeof(*l->messages);
	bool ok = false;
	(void)worker;
	if (limit_reached())
		snprintf(message, size, "%s", limit_name(limit_reached()));
	else if (!u->bitcode)
		snprintf(message, size, "%s", "not compiled");
	else if (u->cached)
		ok = read_cached(l->analysis, task, &l->programs[task], message, size);
	else if (u->kind == UNIT_IR)
		ok = read_ir(u, &l->programs[task], message, size);
	else if (u->kind == UNIT_ASSEMBLY)
		ok = read_assembly(u, task, &l->programs[task], message, size);
	else
		ok = read_bitcode(u, task, &l->programs[task], message, size);
	if (!ok && !*message)
		snprintf(message, size, "%s", "cannot be read");
	progress_step();
}

static void leave_out(struct analysis *a, struct unit *u, const char *message)
{
	if (!a->options->keep_going && !limit_reached())
		die("%s: %s (%swith --keep-going the rest is analysed)", u->file, message,
		    u->kind == UNIT_BITCODE ? "make it again with clang-19; " : "");
	if (u->failed)
		return; /* said when it did not compile */
	u->failed = arena_strdup(&a->project.memory, message);
	if (limit_reached() && strcmp(message, limit_name(limit_reached())) == 0) {
		a->project.stopped++; /* said once for all of them */
		return;
	}
	vec_push(&a->project.gaps, ((struct project_gap){u->file, u->failed}));
	warn("%s is left out: %s", u->file, u->failed);
}

static void take_lowered(struct analysis *a, struct lowering *l)
{
	for (uint32_t i = 0; i < a->project.units.n; i++) {
		if (l->messages[i][0])
			leave_out(a, &a->project.units.at[i], l->messages[i]);
		else
			vec_push(&a->lowered, l->programs[i]);
	}
}

static void lower_units(struct analysis *a)
{
	uint32_t n = a->project.units.n;
	struct lowering l = {.analysis = a};
	l.programs = xcalloc(n, sizeof(*l.programs));
	l.messages = xcalloc(n, sizeof(*l.messages));
	progress_phase("lowering", n);
	pool_for_each(a->options->workers, n, lower_unit, &l);
	project_cleanup(&a->project);
	take_lowered(a, &l);
	if (a->lowered.n == 0 && !limit_reached())
		die("no unit could be read: nothing is left to analyse");
	free(l.programs);
	free(l.messages);
}

static void read_models(struct analysis *a)
{
	models_init(&a->models);
	for (uint32_t i = 0; i < a->options->models.words.n; i++)
		models_add_file(&a->models, a->options->models.words.at[i]);
}

/* ---- the program ---- */

/* All of them, or the user would meet one after the other. */
static void refuse_to_link(const struct link_conflicts *c)
{
	for (uint32_t i = 1; i < c->n; i++)
		warn("'%s' is also defined in %s and in %s", c->at[i].symbol,
		     c->at[i].first_unit, c->at[i].second_unit);
	die("'%s' is defined in %s and in %s: these do not belong to one program; "
	    "choose the files of one with --include and --exclude",
	    c->at[0].symbol, c->at[0].first_unit, c->at[0].second_unit);
}

static void add_size(struct str *out, const struct program_size *x)
{
	uint32_t n = x->reached.creations;
	str_addf(out, " (%u file%s, ", x->files, x->files == 1 ? "" : "s");
	if (n)
		str_addf(out, "threads from %u place%s)", n, n == 1 ? "" : "s");
	else
		str_add(out, "no threads)");
}

static const char *keep_text(struct analysis *a, struct str *s)
{
	const char *text = arena_strdup(&a->project.memory, str_cstr(s));
	str_free(s);
	return text;
}

static const char *list_mains(struct analysis *a, const struct program_choice *c)
{
	struct str list = {0};
	for (uint32_t i = 0; i < c->main_count; i++) {
		str_add(&list, list.n ? ", " : "");
		str_add(&list, unit_file(&a->lowered.at[c->mains[i].named]));
	}
	return keep_text(a, &list);
}

/* The programs that are not chosen, with their files and the places where their mains come to
 * create threads: these first, and of the others a few (the report lists what is not analysed). */
static const char *list_others(struct analysis *a, const struct program_choice *c)
{
	enum { MAX_QUIET = 4 };
	struct str list = {0};
	uint32_t quiet = 0;
	for (int threads = 1; threads >= 0; threads--) {
		for (uint32_t i = 0; i < c->main_count; i++) {
			bool chosen = i == c->chosen && !c->library;
			if (chosen || (c->sizes[i].reached.creations != 0) != (threads == 1))
				continue;
			quiet += !threads;
			if (quiet > MAX_QUIET)
				continue;
			str_add(&list, list.n ? ", " : "");
			str_add(&list, unit_file(&a->lowered.at[c->mains[i].named]));
			add_size(&list, &c->sizes[i]);
		}
	}
	if (quiet > MAX_QUIET)
		str_addf(&list, " and %u more without threads", quiet - MAX_QUIET);
	return keep_text(a, &list);
}

/* What belongs to other programs is not analysed; the report says so. */
static void tell_others(struct analysis *a, const struct program_choice *c)
{
	struct arena *memory = &a->project.memory;
	if (c->library && c->main_count && !a->options->library)
		warn("no program in this database%s starts threads, but there is code for "
		     "threads: it is analysed as a library (%u of %u files), without the main of "
		     "%s; choose a program with --program FILE",
		     c->sizes[c->chosen].reached.creations ? " but tests and examples" : "",
		     c->taken_count, a->lowered.n, list_others(a, c));
	else if (c->main_count > 1 && !c->library)
		warn("this is code of %u programs: that of %s is analysed (%u of %u files), not "
		     "%s; choose with --program FILE",
		     c->main_count, unit_file(&a->lowered.at[c->mains[c->chosen].named]),
		     c->taken_count, a->lowered.n, list_others(a, c));
	for (uint32_t i = 0; i < c->main_count; i++) {
		const char *file = unit_file(&a->lowered.at[c->mains[i].named]);
		if (i != c->chosen || c->library)
			vec_push(&a->project.gaps,
				 ((struct project_gap){arena_strdup(memory, file),
						       c->library
							       ? "a program, not analysed "
								 "(--program)"
							       : "another program, not analysed "
								 "(--program)"}));
	}
	if (c->trials)
		vec_push(&a->project.gaps,
			 ((struct project_gap){arena_printf(memory, "%u file%s", c->trials,
							    c->trials == 1 ? "" : "s"),
					       "of tests, not analysed (--program)"}));
	if (c->variants)
		vec_push(&a->project.gaps,
			 ((struct project_gap){arena_printf(memory, "%u compile command%s",
							    c->variants,
							    c->variants > 1 ? "s" : ""),
					       "same file as another entry, with other macros; "
					       "what the program needs was analysed"}));
}

/* Libraries that stand before others are not analysed with the program. */
static void tell_before(struct analysis *a, const struct program_choice *c)
{
	struct arena *memory = &a->project.memory;
	for (uint32_t i = 0; i < a->lowered.n; i++) {
		if (!c->before[i])
			continue;
		const char *file = unit_file(&a->lowered.at[i]);
		vec_push(&a->project.gaps,
			 ((struct project_gap){arena_strdup(memory, file),
					       arena_printf(memory,
							    "its '%s' stands before that of a "
							    "library (RTLD_NEXT): another "
							    "program's, not analysed",
							    c->before[i])}));
	}
}

static void leave_out_others(struct analysis *a, const struct program_choice *c)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < a->lowered.n; i++) {
		if (c->taken[i])
			a->lowered.at[kept++] = a->lowered.at[i];
		else
			program_free(&a->lowered.at[i]);
	}
	a->lowered.n = kept;
}

/* A program may have a function of its own in place of a library's, and plug-ins all have
 * the same entry points. The first is worth a warning, as it may be a wrong choice. */
static void tell_clashes(const struct analysis *a, const struct program_choice *c,
			 const struct clashes *clashes)
{
	for (uint32_t i = 0; i < clashes->list.n; i++) {
		const struct clash *x = &clashes->list.at[i];
		const char *first = unit_file(&a->lowered.at[x->first]);
		void (*tell)(const char *format, ...) = c->needed[x->second] ? warn : note;
		struct str more = {0};
		if (x->more)
			str_addf(&more, " and %u more", x->more);
		tell("'%s'%s: defined in %s and in %s; that of %s counts for the rest of the "
		     "program (choose other files with --include and --exclude)",
		     x->name, str_cstr(&more), first, unit_file(&a->lowered.at[x->second]),
		     first);
		str_free(&more);
	}
}

/* What the units declare and libraries define, by the models. */
static uint8_t traits_of_unit(const struct models *models, const struct program *unit)
{
	uint8_t traits = 0;
	for (sym_id s = 1; s < unit->symbols.n; s++) {
		const struct ir_symbol *y = &unit->symbols.at[s];
		const struct model *m = NULL;
		if (y->kind == SYM_FUNCTION && y->func == 0)
			m = models_find(models, ir_str(unit, y->name));
		const struct effect *lock = m ? model_effect(m, EFFECT_ACQUIRE) : NULL;
		if (m && model_effect(m, EFFECT_CREATE))
			traits |= UNIT_CREATES;
		if (lock && !lock->name)
			traits |= UNIT_LOCKS;
	}
	return traits;
}

static bool creates_threads(const void *models, const char *name)
{
	const struct model *m = models_find(models, name);
	return m && model_effect(m, EFFECT_CREATE);
}

/* The argument that names what the function returns. */
static int argument_with_name(const void *models, const char *name)
{
	const struct model *m = models_find(models, name);
	const struct effect *e = m ? model_effect(m, EFFECT_RETURNS_NAMED) : NULL;
	return e ? (int)e->arg : -1;
}

/* A whole database may have several programs in it; files that were named are one. */
static void choose_units(struct analysis *a)
{
	struct program_wish wish = {a->options->program, a->options->library,
				    {creates_threads, &a->models},
				    {argument_with_name, &a->models}};
	bool is_database = a->options->database && !a->options->files.words.n;
	struct program_choice c;
	struct clashes clashes = {0};
	if (!wish.file && !wish.library && !is_database)
		return;
	uint8_t *traits = xcalloc(a->lowered.n + 1u, sizeof(*traits));
	for (uint32_t i = 0; i < a->lowered.n; i++)
		traits[i] = traits_of_unit(&a->models, &a->lowered.at[i]);
	if (!choose_program(a->lowered.at, traits, a->lowered.n, &wish, &c) && wish.file)
		die("--program %s: no such file defines main%s%s", wish.file,
		    c.main_count ? "; these do: " : "", list_mains(a, &c));
	settle_clashes(a->lowered.at, a->lowered.n, &c, &clashes);
	tell_clashes(a, &c, &clashes);
	tell_others(a, &c);
	tell_before(a, &c);
	leave_out_others(a, &c);
	if (a->lowered.n == 0)
		die("--library: all files define main, so nothing is left to analyse; leave it "
		    "out, or choose one with --program FILE");
	vec_free(&clashes.list);
	choice_free(&c);
	free(traits);
}

/* Locks without an object are known by their names: later phases only look them
 * up, from several threads. */
static void name_locks_of(struct analysis *a, const struct effect *e)
{
	if (e->name)
		program_str(&a->program, e->name);
	if (e->holding)
		program_str(&a->program, e->holding);
}

static void name_model_locks(struct analysis *a)
{
	for (uint32_t i = 0; i < a->models.list.n; i++) {
		const struct model *m = &a->models.list.at[i];
		if (m->lock_name)
			program_str(&a->program, m->lock_name);
		for (uint32_t k = 0; k < m->effect_count; k++)
			name_locks_of(a, &m->effects[k]);
	}
}

/* Functions that threads start in: those named, and those that public headers declare. */
static void list_entries(struct analysis *a)
{
	const struct program *p = &a->program;
	for (uint32_t i = 0; i < a->options->entries.words.n; i++)
		vec_push(&a->entries, a->options->entries.words.at[i]);
	for (func_id f = 1; f < p->funcs.n && a->api.headers; f++) {
		const struct ir_symbol *s = &p->symbols.at[p->funcs.at[f].sym];
		if (s->linkage != LINK_INTERNAL && s->flags & SYMF_DEFINED &&
		    api_has(&a->api, ir_str(p, s->name)))
			vec_push(&a->entries, ir_str(p, s->name));
	}
	if (a->api.headers && !a->entries.n)
		die("--api: no function that these %u headers declare has a body here",
		    a->api.headers);
}

static void link_program(struct analysis *a)
{
	struct link_conflicts conflicts;
	if (a->lowered.n)
		sort_units(a->lowered.at, a->lowered.n);
	choose_units(a);
	if (!link_units(a->lowered.at, a->lowered.n, &a->program, &conflicts))
		refuse_to_link(&conflicts);
	vec_clear(&a->lowered);
	name_model_locks(a);
	list_entries(a);
	stats_count("functions", a->program.funcs.n - 1);
	stats_count("instructions", a->program.insts.n);
}

/* In debug builds only. */
static void verify_program(struct analysis *a)
{
#ifndef NDEBUG
	const char *wrong = ir_verify(&a->program);
	if (wrong)
		BUG("the linked program is wrong: %s", wrong);
#else
	(void)a;
#endif
}

static void specialise_calls(struct analysis *a)
{
	stats_count("functions copied for a constant", ir_specialise(&a->program));
	verify_program(a);
}

static void add_outside(struct analysis *a)
{
	struct outside_options o = {.chosen = a->entries.n > 0,
				    .kernel = a->options->kernel,
				    .api = a->api.headers ? &a->api.names : NULL};
	outside_add(&a->program, &a->models, o);
	verify_program(a);
}

static void solve_pointers(struct analysis *a)
{
	struct pointers_options options = {0};
	a->pointers = pointers_solve(&a->program, &a->models, &options);
	pointers_count_stats(a->pointers);
}

static void build_callgraph(struct analysis *a)
{
	a->callgraph = callgraph_build(&a->program, a->pointers);
	stats_count("call edges", a->callgraph->edge_count);
}

static void find_escapes(struct analysis *a)
{
	struct escape_options options = {a->entries.at, a->entries.n, false};
	struct escape *both[2];
	escape_solve_both(&a->program, a->pointers, a->callgraph, &options, a->options->workers,
			  both);
	a->escape = both[0];
	a->likely = both[1];
	pointers_drop_constraints(a->pointers);
	escape_count_stats(a->escape);
}

/* ---- summaries, threads, races ---- */

static void summarize_functions(struct analysis *a)
{
	struct summarize_input in = {&a->program, &a->models, a->pointers, a->callgraph,
				     a->escape, a->options->workers, a->entries.n > 0};
	summarize(&in, &a->summaries);
	summaries_count_stats(&a->summaries, &a->program);
}

static void find_thread_contexts(struct analysis *a)
{
	struct thread_input in = {&a->program, a->pointers, a->callgraph, &a->summaries,
				  a->entries.at, a->entries.n, a->api.headers > 0,
				  models_faults(&a->models)};
	a->threads = threads_find(&in);
	threads_count_stats(a->threads);
}

struct race_wish race_wish(const struct options *o)
{
	return (struct race_wish){
		.only_count_low = !o->all && !o->baseline && !o->write_baseline &&
				  o->command != COMMAND_SHOW && o->command != COMMAND_CONFIRM,
		.list_uses = strcmp(o->format, "html") == 0 || o->since,
		.discipline = strcmp(o->format, "html") == 0 || o->deadlocks ||
			      o->command == COMMAND_LOCKS || o->command == COMMAND_ANNOTATE ||
			      o->contracts.words.n > 0 ||
			      o->annotations,
	};
}

struct contracts {
	VEC(struct race_contract) list;
};

/* Those of the project's own sources. */
static void add_annotations(struct analysis *a, struct contracts *out)
{
	struct arena *memory = &a->report.memory;
	for (uint32_t i = 1; i < a->program.files.n; i++) {
		const char *file = ir_str(&a->program, a->program.files.at[i]);
		struct annotations found = {0};
		struct str text = {0};
		if (strncmp(file, "/usr/", 5) != 0 && str_read_file(&text, file))
			annotations_read(&found, memory, str_cstr(&text));
		for (uint32_t k = 0; k < found.list.n; k++) {
			const struct annotation *x = &found.list.at[k];
			const char *where = arena_printf(memory, "%s:%u", file, x->line);
			vec_push(&out->list,
				 ((struct race_contract){x->memory, x->lock, where, true}));
		}
		annotations_free(&found);
		str_free(&text);
	}
}

static void list_contracts(struct analysis *a, struct contracts *out)
{
	const struct option_list *said = &a->options->contracts;
	for (uint32_t i = 0; i + 2 < said->words.n; i += 3)
		vec_push(&out->list,
			 ((struct race_contract){said->words.at[i], said->words.at[i + 1],
						 said->words.at[i + 2], false}));
	if (a->options->annotations)
		add_annotations(a, out);
}

static void find_all_races(struct analysis *a)
{
	const struct options *o = a->options;
	struct race_wish wish = race_wish(o);
	struct contracts contracts = {0};
	list_contracts(a, &contracts);
	struct race_input in = {&a->program, a->pointers, a->escape, a->likely, &a->summaries,
				a->threads, 0, wish.only_count_low, wish.list_uses,
				wish.discipline, contracts.list.at, contracts.list.n,
				o->workers};
	find_races(&in, &a->report);
	vec_free(&contracts.list);
}

/* ---- all of it ---- */

static const struct {
	const char *name;
	void (*run)(struct analysis *);
} phases[] = {
#define PHASE(id, name, run) {name, run},
#include "cli/phases.def"
#undef PHASE
};

bool analysis_run(struct analysis *a, const struct options *o, enum run_phase last)
{
	*a = (struct analysis){.options = o, .cache = open_cache(o)};
	for (a->done = 0; a->done <= last && !limit_reached() && !a->recalled; a->done++) {
		stats_phase(phases[a->done].name);
		progress_phase(phases[a->done].name, 0);
		phases[a->done].run(a);
	}
	stats_phase(NULL);
	progress_end();
	return (a->done > last && !limit_reached()) || a->recalled;
}

void analysis_free(struct analysis *a)
{
	if (a->threads)
		threads_free(a->threads);
	summaries_free(&a->summaries);
	escape_free(a->escape);
	escape_free(a->likely);
	if (a->callgraph)
		callgraph_free(a->callgraph);
	if (a->pointers)
		pointers_free(a->pointers);
	if (a->done > PHASE_MODELS)
		models_free(&a->models);
	if (a->done > PHASE_LINK)
		program_free(&a->program);
	for (uint32_t i = 0; i < a->lowered.n; i++)
		program_free(&a->lowered.at[i]);
	vec_free(&a->lowered);
	vec_free(&a->entries);
	api_free(&a->api);
	project_cleanup(&a->project);
	project_free(&a->project);
	arena_release(&a->report.memory);
	diag_listen(NULL, NULL);
	vec_free(&a->heard.list);
	arena_release(&a->heard.memory);
	cache_close(a->cache);
}
