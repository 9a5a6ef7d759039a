/* SPDX-License-Identifier: MIT */
/*
 * chequer check: all phases, then the report, and the exit status that follows
 * from it; chequer show: the same for one race. A limit that was reached makes the
 * report incomplete, and the status says that no answer was found (2) whatever the
 * report so far shows.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "annotate/annotate.h"
#include "base/limit.h"
#include "base/stats.h"
#include "cli/analysis.h"
#include "cli/recall.h"
#include "cli/verdict.h"
#include "project/paths.h"
#include "race/show/since.h"
#include "race/show/suppress.h"
#include "report/discipline.h"

/* Held while a report is written, and for good once one was. */
static pthread_mutex_t report_turn = PTHREAD_MUTEX_INITIALIZER;

static bool use_colour(const struct options *o)
{
	const char *no_color = getenv("NO_COLOR");
	const char *terminal = getenv("TERM");
	if (strcmp(o->colour, "auto") != 0)
		return strcmp(o->colour, "always") == 0;
	if ((no_color && *no_color) || (terminal && strcmp(terminal, "dumb") == 0))
		return false;
	return !o->output && isatty(STDOUT_FILENO);
}

/* Of the terminal that the report goes to; 0: to something else. */
static uint32_t find_columns(const struct options *o)
{
	const char *said = getenv("COLUMNS");
	struct winsize size = {0};
	if (o->output || !isatty(STDOUT_FILENO))
		return 0;
	if (said && strtoul(said, NULL, 10) > 0)
		return (uint32_t)strtoul(said, NULL, 10);
	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* The directory that has a .git, this one or above; or NULL. */
static const char *repository_of(struct arena *a, const char *directory)
{
	for (const char *at = directory; strcmp(at, "/") != 0; at = path_directory(a, at)) {
		if (access(path_absolute(a, at, ".git"), F_OK) == 0)
			return at;
	}
	return NULL;
}

/* Where the sources are, that of the run or, when it is built beside it, of the first race. */
static const char *find_root(struct arena *a, const struct report *r, const char *here)
{
	const char *root = repository_of(a, here);
	for (uint32_t i = 0; i < r->race_count && !root; i++) {
		const char *file = r->races[i].accesses[r->races[i].pairs[0].a].place.file;
		if (!file || *file != '/')
			continue;
		root = repository_of(a, path_directory(a, file));
		break;
	}
	return root ? root : here;
}

static struct report_options report_options(const struct options *o)
{
	return (struct report_options){
		.all = o->all,
		.colour = use_colour(o),
		.quiet = o->quiet,
		.verbose = o->verbose,
		.deadlocks = o->deadlocks,
		.columns = find_columns(o),
		.only = o->command == COMMAND_SHOW ? o->ids.words.at[0] : NULL,
	};
}

static const char *limit_text(struct analysis *a)
{
	if (!a->project.stopped)
		return "reached: the report is incomplete";
	return arena_printf(&a->report.memory,
			    "reached: the report is incomplete, %u of %u files were not read",
			    a->project.stopped, a->project.units.n);
}

/* What was not analysed, from all phases, in front of what the races found. */
static void add_gaps(struct analysis *a)
{
	struct report *r = &a->report;
	uint32_t n = 0;
	uint32_t most = a->project.gaps.n + r->gap_count + 2;
	struct report_gap *gaps = ARENA_ARRAY(&r->memory, struct report_gap, most);
	for (uint32_t i = 0; i < a->project.gaps.n; i++)
		gaps[n++] = (struct report_gap){a->project.gaps.at[i].what,
						a->project.gaps.at[i].why};
	for (uint32_t i = 0; i < r->gap_count; i++)
		gaps[n++] = r->gaps[i];
	if (limit_reached())
		gaps[n++] = (struct report_gap){limit_name(limit_reached()), limit_text(a)};
	r->gaps = gaps;
	r->gap_count = n;
}

static bool some_unit_failed(const struct project *p)
{
	for (uint32_t i = 0; i < p->units.n; i++) {
		if (p->units.at[i].failed)
			return true;
	}
	return false;
}

static void write_format(const struct report *r, const struct options *o, FILE *out)
{
	struct arena scratch = {0};
	struct report_options ro = report_options(o);
	ro.here = path_here(&scratch);
	ro.root = o->root ? path_absolute(&scratch, ro.here, o->root)
			  : find_root(&scratch, r, ro.here);
	if (o->command == COMMAND_LOCKS)
		(strcmp(o->format, "json") == 0 ? discipline_json : discipline_text)(r, &ro, out);
	else if (strcmp(o->format, "json") == 0)
		report_json(r, &ro, out);
	else if (strcmp(o->format, "sarif") == 0)
		report_sarif(r, &ro, out);
	else
		report_text(r, &ro, out);
	arena_release(&scratch);
}

static FILE *open_output(const struct options *o)
{
	FILE *out = o->output ? fopen(o->output, "w") : stdout;
	if (!out)
		die("cannot write %s: %s", o->output, strerror(errno));
	return out;
}

static void close_output(const struct options *o, FILE *out)
{
	bool ok = !ferror(out);
	if (out != stdout && (fclose(out) != 0 || !ok))
		die("cannot write %s: %s", o->output, strerror(errno));
}

static void write_report(const struct report *r, const struct options *o)
{
	struct report_options ro = report_options(o);
	if (strcmp(o->format, "html") == 0) {
		report_html(r, &ro, o->output);
		return;
	}
	FILE *out = open_output(o);
	write_format(r, o, out);
	close_output(o, out);
}

static bool shows_races(const struct report *r, const struct options *o)
{
	struct report_options ro = report_options(o);
	return report_verdict(r, &ro) == VERDICT_RACES;
}

static void flush_output(void)
{
	if (fflush(stdout) != 0 || ferror(stdout))
		die("cannot write the report");
}

static bool shows_cycles(const struct analysis *a, const struct report_options *ro)
{
	const struct report_discipline *d = ro->deadlocks ? a->report.discipline : NULL;
	for (uint32_t i = 0; d && i < d->cycle_count; i++)
		if (report_shows_cycle(ro, &d->cycles[i]))
			return true;
	return false;
}

static int exit_status(const struct analysis *a, bool finished)
{
	if (!finished)
		return EXIT_BAD_INPUT;
	if (a->options->write_baseline)
		return EXIT_CLEAN;
	struct report_options ro = report_options(a->options);
	enum verdict v = report_verdict(&a->report, &ro);
	bool strict = a->options->strict && v != VERDICT_PROVED;
	return v == VERDICT_RACES || strict || shows_cycles(a, &ro) ? EXIT_RACES : EXIT_CLEAN;
}

/* The baseline as it was then; without one, only changed lines count. */
static bool read_old_baseline(struct changes *c, const struct options *o, struct intern *known)
{
	struct str text = {0};
	bool found = o->baseline && changes_old_file(c, o->since, o->baseline, &text);
	if (found)
		suppress_parse_baseline(known, o->baseline, &text);
	else if (o->baseline)
		warn("%s has no %s: only changed lines count", o->since, o->baseline);
	str_free(&text);
	return found;
}

static void choose_changed(struct report *r, const struct options *o)
{
	struct changes c;
	struct intern known = {0};
	changes_since(&c, o->since);
	bool has_old = read_old_baseline(&c, o, &known);
	since_apply(r, &c, o->since, has_old ? &known : NULL, o->all);
	intern_free(&known);
	changes_free(&c);
}

/* From what was found to what is shown. */
static void arrange(struct report *r, const struct options *o)
{
	report_turn_pairs(r);
	if (o->since)
		choose_changed(r, o);
	report_fold_behind(r);
	report_fold(r);
	report_share_calls(r);
	report_fold_calls(r);
	report_find_causes(r);
	report_order(r, o->aside.words.at);
}

/* Of races of low confidence not all places are known otherwise (find_all_races): what looks
 * as if it silenced nothing may silence one of these. */
static bool knows_all_places(const struct options *o)
{
	return o->all || o->baseline || o->write_baseline;
}

/* Those of the project: headers of the system have no comments for us. */
static void list_sources(struct analysis *a)
{
	const struct program *p = &a->program;
	const char **files = ARENA_ARRAY(&a->report.memory, const char *, p->files.n + 1);
	uint32_t n = 0;
	for (uint32_t i = 1; i < p->files.n; i++) {
		const char *file = ir_str(p, p->files.at[i]);
		if (strncmp(file, "/usr/", 5) != 0)
			files[n++] = file;
	}
	a->sources = files;
	a->source_count = n;
}

static bool analyse(struct analysis *a, const struct options *o)
{
	struct suppress_options s = {o->baseline, o->write_baseline, o->suppressions.words.at,
				     NULL};
	bool finished = analysis_run(a, o, PHASE_COUNT - 1);
	pthread_mutex_lock(&report_turn);
	if (!a->recalled) {
		a->report.complete = finished && !some_unit_failed(&a->project);
		add_gaps(a);
	}
	if (finished && !a->recalled) {
		verdict_fill(a);
		list_sources(a);
		keep_report(a);
	}
	if (finished && knows_all_places(o))
		s.files = a->sources;
	suppress_apply(&a->report, &s);
	return finished;
}

static void tell_baseline(const struct report *r, const struct options *o)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->race_count; i++)
		n += !r->races[i].suppressed;
	if (!o->quiet)
		printf("%s: %u race%s, of any confidence%s\n", o->write_baseline, n,
		       n == 1 ? "" : "s", r->complete ? "" : "; not everything was analysed");
}

int run_check(const struct options *o)
{
	struct analysis a;
	bool finished = analyse(&a, o);
	arrange(&a.report, o);
	if (o->command == COMMAND_CONFIRM && finished) {
		confirm_analysis(&a);
		report_find_causes(&a.report); /* there may be new races, and other levels */
		report_order(&a.report, o->aside.words.at);
	}
	if (o->write_baseline && !o->output && strcmp(o->format, "text") == 0)
		tell_baseline(&a.report, o);
	else
		write_report(&a.report, o);
	if (o->unknown && a.done > PHASE_LINK && strcmp(o->format, "text") == 0)
		callgraph_list_unknown(&a.program, &a.models, stdout);
	flush_output();
	if (o->stats)
		stats_print(stderr);
	int status = exit_status(&a, finished);
	analysis_free(&a);
	return status;
}

/* The race that tells of the one with that id, or NULL. */
static const struct report_race *find_teller(const struct report *r, const char *id)
{
	for (uint32_t i = 0; i < r->race_count; i++)
		for (uint32_t k = 0; k < r->races[i].folded_count; k++)
			if (strncmp(r->races[i].folded[k], id, strlen(id)) == 0)
				return &r->races[i];
	return NULL;
}

/* A race that was folded into another one: by itself, then where the report tells of it. */
static bool show_folded(struct report *r, const struct options *o, const struct report *all)
{
	const struct report_race *teller = find_teller(r, o->ids.words.at[0]);
	struct options other = *o;
	if (!shows_races(all, o))
		return false;
	write_report(all, o);
	if (!teller || strcmp(o->format, "text") != 0 || o->output)
		return true;
	printf("the report tells of it with %u other%s, as one: race %s\n\n",
	       teller->folded_count, teller->folded_count == 1 ? "" : "s", teller->id);
	other.ids.words.at = (const char *[]){teller->id, NULL};
	write_report(r, &other);
	return true;
}

int run_show(const struct options *o)
{
	struct analysis a;
	bool finished = analyse(&a, o);
	struct report all = a.report;
	arrange(&a.report, o);
	bool found = shows_races(&a.report, o);
	if (found)
		write_report(&a.report, o);
	else
		found = show_folded(&a.report, o, &all);
	flush_output();
	if (!found)
		die("no race has the id %s in this input", o->ids.words.at[0]);
	analysis_free(&a);
	return finished ? EXIT_RACES : EXIT_BAD_INPUT;
}

/* What is, not what is wrong: races do not change the status. */
int run_locks(const struct options *o)
{
	struct analysis a;
	bool finished = analyse(&a, o);
	if (a.report.discipline)
		write_report(&a.report, o);
	flush_output();
	if (!a.report.discipline)
		die("a limit was reached before the locks were known");
	if (o->stats)
		stats_print(stderr);
	analysis_free(&a);
	return finished ? EXIT_CLEAN : EXIT_BAD_INPUT;
}

int run_annotate(const struct options *o)
{
	struct analysis a;
	bool finished = analyse(&a, o);
	struct annotate_input in = {&a.report, &a.project, a.sources,
				    o->style && strcmp(o->style, "kernel") == 0, o->workers};
	if (!a.report.discipline || !finished)
		die("a limit was reached before the locks were known");
	FILE *out = open_output(o);
	annotate(&in, out);
	close_output(o, out);
	flush_output();
	analysis_free(&a);
	return EXIT_CLEAN;
}

/* The phases are still at work on their structures, so this report is empty but
 * for the limit. When the report is being written already, let it finish. */
void check_overrun(const struct options *o, const char *limit)
{
	struct report_gap gap = {limit, "reached in a phase that could not be stopped"};
	struct report r = {.gap_count = 1, .gaps = &gap};
	pthread_mutex_lock(&report_turn);
	if (o->command == COMMAND_CHECK)
		write_report(&r, o);
	if (o->command == COMMAND_CHECK && o->stats) {
		flush_output();
		stats_print(stderr);
	}
	die("%s reached: the analysis was stopped", limit);
}
