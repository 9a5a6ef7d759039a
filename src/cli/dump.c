/* SPDX-License-Identifier: MIT */
/* chequer dump: what a phase understood, as text. */
#include "base/limit.h"
#include "base/stats.h"
#include "cli/analysis.h"
#include "ir/text.h"

static void dump_ir(const struct analysis *a)
{
	ir_print(&a->program, stdout);
}

static void dump_pointers(const struct analysis *a)
{
	pointers_dump(a->pointers, stdout);
}

static void dump_callgraph(const struct analysis *a)
{
	callgraph_dump(a->callgraph, &a->program, a->options->dot, stdout);
}

static void dump_summary(const struct analysis *a)
{
	const struct option_list *names = &a->options->functions;
	for (uint32_t i = 0; i < names->words.n; i++) {
		sym_id s = ir_find_symbol(&a->program, names->words.at[i]);
		func_id f = s ? a->program.symbols.at[s].func : 0;
		if (!f)
			die("dump --summary: the program has no function '%s'",
			    names->words.at[i]);
		summary_print(&a->summaries, f, &a->program, a->pointers, stdout);
	}
	for (func_id f = 1; !names->words.n && f < a->program.funcs.n; f++)
		summary_print(&a->summaries, f, &a->program, a->pointers, stdout);
}

static void dump_threads(const struct analysis *a)
{
	threads_dump(a->threads, stdout);
}

/* What can be dumped: the option, the last phase it needs, who prints it. */
static const struct dump {
	const char *name;
	size_t field; /* bool in struct options */
	enum run_phase needs;
	void (*print)(const struct analysis *);
} dumps[] = {
	{"ir", offsetof(struct options, dump_ir), PHASE_VERIFY, dump_ir},
	{"pointers", offsetof(struct options, dump_pointers), PHASE_POINTERS, dump_pointers},
	{"callgraph", offsetof(struct options, dump_callgraph), PHASE_CALLGRAPH,
	 dump_callgraph},
	{"summary", offsetof(struct options, dump_summary), PHASE_SUMMARIES, dump_summary},
	{"threads", offsetof(struct options, dump_threads), PHASE_THREADS, dump_threads},
};
enum { DUMP_COUNT = sizeof(dumps) / sizeof(*dumps) };

static bool is_asked(const struct options *o, const struct dump *d)
{
	return *(const bool *)((const char *)o + d->field);
}

static enum run_phase last_phase(const struct options *o)
{
	enum run_phase last = PHASE_LOAD;
	bool some = false;
	for (int i = 0; i < DUMP_COUNT; i++) {
		if (is_asked(o, &dumps[i])) {
			some = true;
			last = dumps[i].needs > last ? dumps[i].needs : last;
		}
	}
	if (!some)
		die("chequer dump: say what: --ir, --pointers, --callgraph, --summary or "
		    "--threads");
	return last;
}

int run_dump(const struct options *o)
{
	struct analysis a;
	if (!analysis_run(&a, o, last_phase(o)))
		die("%s reached: nothing to show", limit_name(limit_reached()));
	for (int i = 0; i < DUMP_COUNT; i++) {
		if (is_asked(o, &dumps[i]))
			dumps[i].print(&a);
	}
	if (fflush(stdout) != 0 || ferror(stdout))
		die("cannot write the dump");
	if (o->stats)
		stats_print(stderr);
	analysis_free(&a);
	return EXIT_CLEAN;
}
