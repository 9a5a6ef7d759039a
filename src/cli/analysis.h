/* SPDX-License-Identifier: MIT */
/*
 * One run of chequer: everything the phases hand to each other. The phases and
 * their order are phases.def.
 */
#ifndef CHEQUER_CLI_ANALYSIS_H
#define CHEQUER_CLI_ANALYSIS_H

#include "analysis/summarize.h"
#include "cache/store.h"
#include "callgraph/callgraph.h"
#include "cli/options.h"
#include "escape/escape.h"
#include "ir/ir.h"
#include "model/model.h"
#include "pointer/pointer.h"
#include "project/api.h"
#include "project/project.h"
#include "race/race.h"
#include "report/report.h"
#include "thread/thread.h"

enum run_phase {
#define PHASE(id, name, run) PHASE_##id,
#include "cli/phases.def"
#undef PHASE
	PHASE_COUNT
};

/* Warnings and notes of the phases that a kept report stands for. */
struct message {
	const char *text;
	bool is_note;
};
struct heard {
	struct arena memory;
	VEC(struct message) list;
};

struct analysis {
	const struct options *options;
	struct cache *cache; /* or NULL */
	struct project_options project_options;
	struct project project;
	struct api api; /* names in public headers; none: there are no such headers */
	VEC(const char *) entries; /* functions that threads start in, as the user says */
	VEC(struct program) lowered; /* one a unit, until they are linked */
	struct program program;
	struct models models;
	struct pointers *pointers;
	struct callgraph *callgraph;
	struct escape *escape, *likely; /* the other one trusts unknown functions */
	struct summaries summaries;
	struct threads *threads;
	struct report report;
	uint32_t source_count;
	const char *const *sources; /* where comments may be; NULL-terminated */
	bool recalled; /* the report comes from the cache, and the phases were not run */
	bool has_report_key;
	struct digest report_key;
	struct heard heard;
	enum run_phase done; /* the phase that will come next; earlier ones are done */
};

/* Runs the phases up to and including 'last'. Stops early when a limit is
 * reached: false, and a->done tells how far it came. */
bool analysis_run(struct analysis *a, const struct options *o, enum run_phase last);
void analysis_free(struct analysis *a);

/* What the report must have in it. */
struct race_wish {
	bool only_count_low, list_uses, discipline; /* as in struct race_input */
};
struct race_wish race_wish(const struct options *o);

/* The commands; each returns the exit status. */
int run_check(const struct options *o);
int run_dump(const struct options *o);
int run_why(const struct options *o);
int run_show(const struct options *o);
int run_replay(const struct options *o);
int run_watch(const struct options *o);
int run_locks(const struct options *o);
int run_annotate(const struct options *o);
int run_lsp(const struct options *o);
int run_build(const struct options *o);

/* cli/confirm.c: runs the program that was analysed, and puts what was seen in the report */
void confirm_analysis(struct analysis *a);

/* cli/again.c: becomes 'chequer check' with these options, and more in front of them. */
_Noreturn void exec_check(const struct options *o, const char *const *more);

/* cli/watch.c: writes down what is read, for chequer watch: before, and after clang was run */
void tell_inputs(const struct analysis *a, bool compiled);

/* cli/cache.c: the one that the options and the environment name; NULL: none */
struct cache *open_cache(const struct options *o);

/* The watchdog calls this when a phase does not stop in time: ends the run. */
void check_overrun(const struct options *o, const char *limit);

#endif
