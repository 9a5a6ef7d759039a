/* SPDX-License-Identifier: MIT */
/* The text report, whole and in its corners. */
#include "report_sample.h"

static const char errors_text[] =
	"server.c:5:12: warning: data race on 'stats.errors' [high; 00c0ffee00c0ffee]\n"
	"server.c:5:12: note: write of 'p->stats->errors' in 'handle', thread 'worker' "
	"(one of many), no locks held\n"
	"    5 | p->stats->errors++;\n"
	"      |           ^\n"
	"        main        server.c:40:2  calls 'pool_start'\n"
	"        pool_start  server.c:30:3  creates thread 'worker' with argument "
	"'pool'\n"
	"        worker      server.c:21:5  calls 'handle'\n"
	"server.c:10:19: note: read of 'p->stats->errors' in 'total', the main thread, "
	"holding 'p->lock' (taken at server.c:9:2), 'table' (shared)\n"
	"   10 | return p->stats->errors;\n"
	"      |                  ^\n"
	"server.c:1:31: note: 'stats.errors' is in memory allocated here\n"
	"server.c:60:2: note: also atomic read of 'stats.errors' in signal handler "
	"'on_int', no locks held\n"
	"server.c:61:2: note: also free of 'stats.errors' in the main thread, no locks "
	"held\n"
	"  guarded by 'p->lock' in 3 of 4 accesses\n"
	"\n";

/* 'ready' by itself, and after a race that has told how the thread is created. */
#define READY_TEXT(creation)                                                              \
	"server.c:12:14: warning: data race on 'ready' [medium; 0123456789abcdef]\n"      \
	"server.c:12:14: note: write of 'ready' in thread 'worker' (one of many), no "    \
	"locks held\n"                                                                    \
	"   12 | if (!ready)     ready = 1;\n"                                              \
	"      |                 ^\n" creation                                            \
	"server.c:12:14: note: the same write in another thread 'worker' at the same "    \
	"time\n"                                                                          \
	"server.c:2:5: note: global 'ready' is declared here\n"                           \
	"  medium confidence: looks initialised before it is published\n"                 \
	"  medium confidence: both sides alias only through a large alias class\n"        \
	"\n"

static const char ready_text[] =
	READY_TEXT("        pool_start  server.c:30:3  creates thread 'worker' with argument "
		   "'pool' (calls as in 00c0ffee00c0ffee)\n");
static const char ready_alone_text[] =
	READY_TEXT("        main        server.c:40:2  calls 'pool_start'\n"
		   "        pool_start  server.c:30:3  creates thread 'worker' with argument "
		   "'pool'\n");

static const char summary_text[] =
	"2 data races; 1 of low confidence not shown (use --all); 1 ignored (-v lists "
	"them)\n"
	"5 shared locations proved guarded; 2 threads, 1 signal handler, 1 callback found\n"
	"access pairs: 120 reachable, 7 unlocked\n"
	"not understood: 2 functions without a body or a model (zip_open, zip_read) (-v lists them)\n"
	"not analysed:\n"
	"  broken.c: does not compile\n";

static void check(const struct report *r, struct report_options o, const char *expected)
{
	char *text = sample_output(report_text, r, o);
	if (strcmp(text, expected) != 0)
		fail_msg("expected:\n%s\ngot:\n%s", expected, text);
	free(text);
}

static void check_has(const struct report *r, struct report_options o, const char *part,
		      bool expected)
{
	char *text = sample_output(report_text, r, o);
	if (!strstr(text, part) == expected)
		fail_msg("%s '%s' in:\n%s", expected ? "missing" : "unexpected", part,
			 text);
	free(text);
}

/* The report with the races [first, first + n) of the sample only. */
static struct report some_races(uint32_t first, uint32_t n)
{
	struct report r = sample_report();
	r.races += first;
	r.race_count = n;
	return r;
}

static void shows_races_and_summary(void **state)
{
	(void)state;
	struct report r = sample_report();
	struct str expected = {0};
	str_add(&expected, errors_text);
	str_add(&expected, ready_text);
	str_add(&expected, summary_text);
	check(&r, (struct report_options){0}, str_cstr(&expected));
	str_free(&expected);
}

static void quiet_has_no_summary(void **state)
{
	(void)state;
	struct report r = some_races(1, 1);
	check(&r, (struct report_options){.quiet = true}, ready_alone_text);
}

static void all_shows_low_but_never_suppressed(void **state)
{
	(void)state;
	struct report r = sample_report();
	check_has(&r, (struct report_options){0}, "'hint'", false);
	check_has(&r, (struct report_options){.all = true}, "data race on 'hint' [low;",
		  true);
	check_has(&r, (struct report_options){.all = true}, "3 data races; 1 ignored",
		  true);
	check_has(&r, (struct report_options){.all = true}, "data race on 'known'",
		  false);
	assert_false(
		report_shows(&(struct report_options){.all = true}, &sample_races[3]));
	assert_true(report_shows(&(struct report_options){0}, &sample_races[1]));
	assert_false(report_shows(&(struct report_options){0}, &sample_races[2]));
}

static void verbose_lists_threads_and_ignored(void **state)
{
	(void)state;
	struct report r = sample_report();
	struct report_options o = {.verbose = true};
	check_has(&r, o,
		  "  ignored: 'known' [high; bbbbbbbbbbbbbbbb] server.c:9: only a hint\n",
		  true);
	check_has(
		&r, o,
		"2 threads, 1 signal handler, 1 callback found:\n"
		"  the main thread\n"
		"  thread 'worker' (one of many), created at server.c:30:3 by the main "
		"thread, argument 'pool'\n"
		"  signal handler 'on_int', installed at server.c:41:2 by the main "
		"thread\n"
		"  callback 'on_timer', registered at server.c:42:2 by the main thread\n",
		true);
}

static void colours_only_when_wanted(void **state)
{
	(void)state;
	struct report r = sample_report();
	struct report_options o = {.colour = true};
	check_has(&r, (struct report_options){0}, "\033", false);
	check_has(&r, o, "\033[1mserver.c:5:12: \033[0m\033[1;35mwarning:\033[0m", true);
	check_has(&r, o, "\033[1;32m^\033[0m\n", true);
}

static void says_no_threads(void **state)
{
	(void)state;
	struct report r = {
		.complete = true, .thread_count = 1, .threads = sample_threads};
	check(&r, (struct report_options){0},
	      "no threads: no thread is ever created, nothing can race\n");
	r.complete = false;
	check(&r, (struct report_options){0},
	      "no threads: what was analysed creates none\n"
	      "this report is incomplete\n");
}

static void says_when_it_did_not_get_far(void **state)
{
	(void)state;
	struct report_gap gap = {"time limit", "reached"};
	struct report r = {.complete = true};
	check_has(&r, (struct report_options){0},
		  "no threads: no function to start from was found\n", true);
	r = (struct report){.gap_count = 1, .gaps = &gap};
	check(&r, (struct report_options){0},
	      "no data races in what was analysed\n"
	      "0 shared locations proved guarded; 0 threads found\n"
	      "this report is incomplete\n"
	      "not analysed:\n"
	      "  time limit: reached\n");
}

static void says_open_program(void **state)
{
	(void)state;
	static const struct report_thread entries[] = {
		{.kind = THREAD_ENTRY, .entry = "push", .many = true, .creator = -1},
		{.kind = THREAD_ENTRY, .entry = "pop", .many = true, .creator = -1},
	};
	struct report r = {.complete = true,
			   .open_program = true,
			   .entry_count = 2,
			   .internal_count = 5,
			   .thread_count = 2,
			   .threads = entries};
	check(&r, (struct report_options){.verbose = true},
	      "no main: 2 functions that code outside may call, from any thread (choose "
	      "them with --entry)\n"
	      "  not among them: 5 externally visible functions that other files of the "
	      "program call (--entry '*' takes every one)\n"
	      "no data races found\n"
	      "0 shared locations proved guarded; 2 threads found:\n"
	      "  entry 'push' (called by any thread)\n"
	      "  entry 'pop' (called by any thread)\n");
}

static void survives_a_missing_or_changed_source(void **state)
{
	(void)state;
	struct report r = some_races(0, 2);
	sample_write("server.c", "int x;\n", 7);
	check_has(&r, (struct report_options){0}, " | ", false);
	check_has(&r, (struct report_options){0}, "3 of 4 accesses", true);
	assert_int_equal(unlink("server.c"), 0);
	check_has(&r, (struct report_options){0}, " | ", false);
}

static void unknown_places_are_said(void **state)
{
	(void)state;
	struct report_access access = {
		.function = "f", .kind = ACCESS_WRITE, .thread = 1};
	struct report_race race = sample_races[2];
	race.accesses = &access;
	struct report r = some_races(0, 1);
	r.races = &race;
	check_has(&r, (struct report_options){.all = true},
		  "<unknown>: warning: data race on 'hint'", true);
	check_has(&r, (struct report_options){.all = true},
		  "write of 'hint' in 'f', thread", true);
}

/* Twenty calls deep: both ends are shown, and the whole with -v. */
static void long_chains_are_cut(void **state)
{
	(void)state;
	char names[20][8];
	struct report_frame stack[20];
	for (uint32_t i = 0; i < 20; i++) {
		snprintf(names[i], sizeof(names[i]), "f%u", i);
		stack[i] = (struct report_frame){.function = names[i], .place = AT(100 + i, 1)};
	}
	struct report_thread threads[2] = {sample_threads[0], sample_threads[1]};
	threads[1].stack = stack;
	threads[1].frame_count = 20;
	threads[1].created = stack[19].place;
	struct report_access access = sample_ready_accesses[0];
	access.stack = stack;
	access.frame_count = 20;
	struct report_race race = sample_races[1];
	race.accesses = &access;
	struct report r = some_races(0, 1);
	r.races = &race;
	r.threads = threads;
	r.thread_count = 2;
	check_has(&r, (struct report_options){0},
		  "        ... 17 more calls (-v shows them)\n"
		  "        f17  server.c:117:1  calls 'f18'\n"
		  "        f18  server.c:118:1  calls 'f19'\n"
		  "        f19  server.c:119:1  creates thread 'worker' with argument "
		  "'pool'\n"
		  "        f0   server.c:100:1  calls 'f1'\n"
		  "        f1   server.c:101:1  calls 'f2'\n"
		  "        ... 14 more calls (-v shows them)\n"
		  "        f16  server.c:116:1  calls 'f17'\n"
		  "        f17  server.c:117:1  calls 'f18'\n"
		  "        f18  server.c:118:1  calls 'f19'\n"
		  "        f19  server.c:119:1  calls 'worker'\n",
		  true);
	check_has(&r, (struct report_options){.verbose = true},
		  "f10  server.c:110:1  calls 'f11'\n", true);
	access.frame_count = 7; /* one too many: a note would not be shorter */
	threads[1].frame_count = 4;
	threads[1].created = stack[3].place;
	check_has(&r, (struct report_options){0}, " more calls", false);
}

/* Calls through pointers, and where a lock was released, stay. */
static void decisive_calls_are_never_cut(void **state)
{
	(void)state;
	char names[20][8];
	struct report_frame stack[20];
	for (uint32_t i = 0; i < 20; i++) {
		snprintf(names[i], sizeof(names[i]), "f%u", i);
		stack[i] = (struct report_frame){.function = names[i], .place = AT(100 + i, 1)};
	}
	stack[8].indirect = true;
	stack[10].dropped = "big";
	struct report_access access = sample_ready_accesses[0];
	access.stack = stack;
	access.frame_count = 20;
	access.dropped = "small";
	struct report_race race = sample_races[1];
	race.accesses = &access;
	struct report r = some_races(0, 1);
	r.races = &race;
	check_has(&r, (struct report_options){0},
		  "        ... 6 more calls (-v shows them)\n"
		  "        f8          server.c:108:1  calls 'f9' through a pointer\n"
		  "        f9          server.c:109:1  calls 'f10'\n"
		  "        f10         server.c:110:1  calls 'f11', having released 'big'\n"
		  "        ... 5 more calls (-v shows them)\n",
		  true);
	check_has(&r, (struct report_options){0}, "no locks held, having released 'small'\n", true);
}

static void lines_fit_the_terminal(void **state)
{
	(void)state;
	struct report r = sample_report();
	for (uint32_t columns = 40; columns < 130; columns += 15) {
		struct report_options o = {.columns = columns, .colour = true};
		char *text = sample_output(report_text, &r, o);
		for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
			size_t width = 0;
			for (const char *c = line; *c != '\n'; c++) {
				if (*c == '\033')
					c += strcspn(c, "m");
				else
					width++;
			}
			assert_true(width <= columns);
		}
		free(text);
	}
	check_has(&r, (struct report_options){.columns = 60},
		  "server.c:10:19: note: read of 'p->stats->errors' in 'total',\n"
		  "    the main thread, holding 'p->lock' (taken at\n"
		  "    server.c:9:2), 'table' (shared)\n",
		  true);
}

/* Nothing that people named speaks to the terminal or breaks a line. */
static void names_cannot_reach_the_terminal(void **state)
{
	(void)state;
	static const char evil[] = "a\033[2J\n\xc2\x9b" "31m\xe2\x80\xae\xff.c";
	static const char shown[] = "a\\x1b[2J\\n\\x9b31m\\u202e\\xff.c";
	struct report_frame frame = {.function = evil, .place = {evil, 1, 1}, .dropped = evil};
	struct report_lock lock = {evil, false, {evil, 1, 1}};
	struct report_access access = {.place = {evil, 1, 1}, .function = evil, .expression = evil,
				       .kind = ACCESS_WRITE, .thread = 0, .lock_count = 1,
				       .locks = &lock, .frame_count = 1, .stack = &frame};
	struct report_thread thread = {.kind = THREAD_CREATED, .entry = evil, .argument = evil,
				       .creator = -1, .created = {evil, 1, 1}};
	struct report_race race = sample_races[1];
	struct report_gap gap = {evil, evil};
	race.name = race.usual_lock = evil;
	race.declared = access.place;
	race.accesses = &access;
	struct report r = {.race_count = 1, .races = &race, .thread_count = 1, .threads = &thread,
			   .gap_count = 1, .gaps = &gap};
	char *text = sample_output(report_text, &r, (struct report_options){.verbose = true});
	assert_null(strchr(text, '\033'));
	assert_null(strstr(text, "\xc2\x9b"));
	assert_null(strstr(text, "\xe2\x80\xae"));
	assert_null(strchr(text, '\xff'));
	assert_null(strstr(text, "[2J\n"));
	assert_non_null(strstr(text, shown));
	free(text);
}

static struct report_race with_id(struct report_race race, const char *id, const char *name)
{
	race.id = id;
	race.name = name;
	return race;
}

static void expect_order(struct report *r, const char *const *aside, const char *names)
{
	struct str seen = {0};
	report_turn_pairs(r);
	report_find_causes(r);
	report_order(r, aside);
	for (uint32_t i = 0; i < r->race_count; i++)
		str_addf(&seen, "%s%s", i ? " " : "", r->races[i].name);
	assert_string_equal(str_cstr(&seen), names);
	str_free(&seen);
	arena_release(&r->memory);
}

/* Certain ones, then one line to change, then variables; other people's code last. */
static void what_is_easy_comes_first(void **state)
{
	(void)state;
	static const struct report_access far[] = {
		{.place = {"lib/vendor/z.c", 1, 1}, .function = "z", .kind = ACCESS_WRITE}};
	static const char *const none[] = {"", NULL};
	struct report_race races[] = {
		with_id(sample_races[1], "1", "medium"), with_id(sample_races[0], "2", "heap"),
		with_id(sample_races[1], "3", "variable"), with_id(sample_races[1], "4", "one_line"),
		with_id(sample_races[1], "5", "vendored"),
	};
	for (int i = 2; i < 5; i++)
		races[i].confidence = CONFIDENCE_HIGH;
	races[3].usual_lock = "m";
	races[3].usual_count = 3;
	races[3].usual_total = 4;
	races[4].accesses = far;
	struct report r = sample_report();
	r.memory = (struct arena){0};
	r.races = races;
	r.race_count = COUNT(races);
	struct report again = r;
	expect_order(&r, NULL, "one_line variable heap medium vendored");
	expect_order(&again, none, "one_line variable vendored heap medium");
}

/* The access that lacks the lock is the one to look at. */
static void the_side_without_the_lock_comes_first(void **state)
{
	(void)state;
	struct report_access accesses[2] = {sample_error_accesses[1], sample_error_accesses[0]};
	static const struct report_pair pair = {.a = 0, .b = 1};
	struct report_race race = sample_races[0];
	accesses[1].lacks_usual = true;
	race.accesses = accesses;
	race.access_count = 2;
	race.pairs = &pair;
	race.pair_count = 1;
	struct report r = some_races(0, 1);
	r.memory = (struct arena){0};
	r.races = &race;
	report_turn_pairs(&r);
	report_find_causes(&r);
	assert_int_equal(r.races[0].pairs[0].a, 1);
	assert_int_equal(r.causes[0].kind, CAUSE_MISSING_LOCK);
	assert_string_equal(r.causes[0].text, "'handle' does not hold 'p->lock'");
	arena_release(&r.memory);
}

/* Nine races: an index; those that stand aside are a line each, and not told again in it. */
static void long_reports_have_an_index(void **state)
{
	(void)state;
	static const char *const ids[] = {"0a", "1a", "2a", "3a", "4a", "5a", "6a", "7a", "8a"};
	struct report_race races[9];
	for (uint32_t i = 0; i < COUNT(races); i++)
		races[i] = with_id(sample_races[1], ids[i], "ready");
	races[8].aside = true;
	struct report r = sample_report();
	r.memory = (struct arena){0};
	r.races = races;
	r.race_count = COUNT(races);
	report_find_causes(&r);
	check_has(&r, (struct report_options){0},
		  "medium    7a  server.c:12:14  ready  no lock in 'worker'\n", true);
	check_has(&r, (struct report_options){0}, "medium    8a", false);
	check_has(&r, (struct report_options){.verbose = true},
		  "medium    8a  server.c:12:14  ready  no lock in 'worker'\n", true);
	check_has(&r, (struct report_options){0},
		  "1 more in tests or vendored code (-v shows them in full; --aside chooses which "
		  "code that is):\n  server.c:12:14: data race on 'ready' [medium; 8a]\n",
		  true);
	check_has(&r, (struct report_options){.verbose = true}, "more in tests", false);
	check_has(&r, (struct report_options){.only = "8a"}, "index", false);
	check_has(&r, (struct report_options){.only = "8a"}, "warning: data race on 'ready'", true);
	check_has(&r, (struct report_options){.only = "8a"}, "[medium; 7a]", false);
	r.race_count = 3;
	check_has(&r, (struct report_options){0}, "index", false);
	arena_release(&r.memory);
}

static void other_accesses_are_capped_and_merged(void **state)
{
	(void)state;
	struct report_access accesses[12];
	struct report_pair pairs[11];
	for (uint32_t i = 0; i < 12; i++) {
		accesses[i] = sample_ready_accesses[0];
		accesses[i].place.line = 100 + (i < 11 ? i : 10);
	}
	for (uint32_t i = 0; i < 11; i++)
		pairs[i] = (struct report_pair){.a = 0, .b = i + 1};
	struct report_race race = sample_races[1];
	race.accesses = accesses;
	race.access_count = 12;
	race.pairs = pairs;
	race.pair_count = 11;
	struct report r = some_races(0, 1);
	r.races = &race;
	check_has(&r, (struct report_options){0}, "server.c:107:14: note: also write",
		  true);
	check_has(&r, (struct report_options){0}, "server.c:108:14: note: also write",
		  false);
	check_has(&r, (struct report_options){0}, "  and 3 more conflicting accesses (-v",
		  true);
	check_has(&r, (struct report_options){.verbose = true},
		  "server.c:110:14: note: also write", true);
}

static void many_locks_are_cut(void **state)
{
	(void)state;
	struct report_lock locks[6];
	for (int i = 0; i < 6; i++)
		locks[i] = sample_locks[0];
	struct report_access access = sample_ready_accesses[0];
	access.locks = locks;
	access.lock_count = 6;
	struct report_race race = sample_races[1];
	race.accesses = &access;
	struct report r = some_races(0, 1);
	r.races = &race;
	check_has(&r, (struct report_options){0}, "(taken at server.c:9:2) and 2 more\n",
		  true);
}

static void broken_reports_are_not_sane(void **state)
{
	(void)state;
	struct report r = sample_report();
	assert_true(report_is_sane(&r));
	struct report_race race = sample_races[1];
	struct report_pair pair = {.a = 0, .b = 1};
	race.pairs = &pair;
	r.races = &race;
	r.race_count = 1;
	assert_false(report_is_sane(&r));
	pair.b = 0;
	assert_true(report_is_sane(&r));
	r.thread_count = 1;
	assert_false(report_is_sane(&r));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, sample_setup, sample_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(shows_races_and_summary),
		TEST(quiet_has_no_summary),
		TEST(all_shows_low_but_never_suppressed),
		TEST(verbose_lists_threads_and_ignored),
		TEST(colours_only_when_wanted),
		TEST(says_no_threads),
		TEST(says_when_it_did_not_get_far),
		TEST(says_open_program),
		TEST(survives_a_missing_or_changed_source),
		TEST(unknown_places_are_said),
		TEST(long_chains_are_cut),
		TEST(decisive_calls_are_never_cut),
		TEST(lines_fit_the_terminal),
		TEST(names_cannot_reach_the_terminal),
		TEST(what_is_easy_comes_first),
		TEST(the_side_without_the_lock_comes_first),
		TEST(long_reports_have_an_index),
		TEST(other_accesses_are_capped_and_merged),
		TEST(many_locks_are_cut),
		TEST(broken_reports_are_not_sane),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
