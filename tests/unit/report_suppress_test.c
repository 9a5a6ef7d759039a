/* SPDX-License-Identifier: MIT */
/* Silencing races: comments in the source, and baselines. */
#include "report_sample.h"

#include <fcntl.h>
#include <sys/wait.h>

#include "base/diag.h"
#include "race/show/suppress.h"

static const struct suppress_options no_options;

/* The sample without its race that is suppressed beforehand. */
static struct report fresh_report(void)
{
	struct report r = sample_report();
	r.race_count = 3;
	r.ignored = 0;
	return r;
}

static struct str read_text(const char *path)
{
	struct str text = {0};
	assert_true(str_read_file(&text, path));
	return text;
}

/* Puts a comment at the end of a line of server.c. */
static void comment_line(uint32_t number, const char *comment)
{
	struct str old = read_text("server.c"), new = {0};
	uint32_t line = 1;
	for (size_t i = 0; i < old.n; i++) {
		if (old.at[i] == '\n' && line++ == number)
			str_add(&new, comment);
		str_addc(&new, old.at[i]);
	}
	sample_write("server.c", new.at, new.n);
	str_free(&old);
	str_free(&new);
}

/* Runs f in a child process; gives its exit status and what it said. */
static int run_child(void (*f)(void), struct str *said)
{
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		int fd = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (fd < 0 || dup2(fd, STDERR_FILENO) < 0)
			_exit(99);
		f();
		_exit(0);
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_true(str_read_file(said, "said"));
	return WEXITSTATUS(status);
}

static void nothing_to_suppress(void **state)
{
	(void)state;
	struct report r = fresh_report();
	suppress_apply(&r, &no_options);
	assert_int_equal(r.ignored, 0);
	assert_false(r.races[0].suppressed);
	assert_int_equal(r.races[0].pair_count, 4);
	arena_release(&r.memory);
	struct report empty = {0};
	suppress_apply(&empty, &no_options);
	arena_release(&empty.memory);
}

/* Is the race on 'ready', whose only line is 12, suppressed by this comment? */
static const char *why_ready(const char *comment)
{
	static char why[256];
	struct report r = fresh_report();
	comment_line(12, comment);
	suppress_apply(&r, &no_options);
	bool suppressed = r.races[1].suppressed;
	assert_int_equal(r.ignored, suppressed ? 2 : 0); /* 'hint' has the same line */
	snprintf(why, sizeof(why), "%s", suppressed ? r.races[1].suppressed_why : "");
	arena_release(&r.memory);
	sample_write("server.c", sample_source, sizeof(sample_source) - 1);
	return why;
}

static void comment_on_the_line_of_an_access(void **state)
{
	(void)state;
	assert_string_equal(why_ready(" // chequer: ignore only a hint"),
			    "server.c:12: only a hint");
	assert_string_equal(why_ready(" /* chequer: ignore  set twice, same value */"),
			    "server.c:12: set twice, same value");
	assert_string_equal(why_ready(" //chequer:ignore x"), "server.c:12: x");
	assert_string_equal(why_ready(" /* a */ f(\"//\", '\"'); // chequer: ignore y"),
			    "server.c:12: y");
	assert_string_equal(why_ready(" // RACE // chequer: ignore z"), "server.c:12: z");
	assert_string_equal(why_ready(" // chequer: ignore first // NOLINT"),
			    "server.c:12: first");
	assert_string_equal(why_ready(" /* chequer: ignore goes on"),
			    "server.c:12: goes on");
}

static void what_is_no_comment_does_not_count(void **state)
{
	(void)state;
	assert_string_equal(why_ready(" // plain"), "");
	assert_string_equal(why_ready(" puts(\"// chequer: ignore in a string\");"), "");
	assert_string_equal(why_ready(" // see chequer: ignore in the manual"), "");
	assert_string_equal(why_ready(" \"unfinished \\"), "");
	assert_string_equal(why_ready(" '"), "");
	assert_string_equal(why_ready(" /"), "");
}

static void missing_reason(void)
{
	assert_string_equal(why_ready(" // chequer: ignore"), "");
	assert_string_equal(why_ready(" /* chequer: ignore */"), "");
}

static void misspelt(void)
{
	assert_string_equal(why_ready(" // chequer: ignored because"), "");
	assert_string_equal(why_ready(" // chequer: skip this"), "");
}

static void a_reason_is_required(void **state)
{
	(void)state;
	static const char line[] =
		"chequer: warning: server.c:12: 'chequer: ignore' needs a "
		"reason after it; not ignored\n";
	struct str said = {0};
	assert_int_equal(run_child(missing_reason, &said), 0);
	assert_int_equal(said.n, 2 * (sizeof(line) - 1)); /* once for each run */
	assert_memory_equal(said.at, line, sizeof(line) - 1);
	str_free(&said);
}

static void a_misspelt_comment_is_said(void **state)
{
	(void)state;
	static const char line[] =
		"chequer: warning: server.c:12: a comment for chequer must "
		"read 'chequer: ignore <reason>'\n";
	struct str said = {0};
	assert_int_equal(run_child(misspelt, &said), 0);
	assert_int_equal(said.n, 2 * (sizeof(line) - 1));
	assert_memory_equal(said.at, line, sizeof(line) - 1);
	str_free(&said);
}

/* Of the pairs (5,10) (5,60) (5,61) (5,5), only those with line 10 go. */
static void other_pairs_stay(void **state)
{
	(void)state;
	struct report r = fresh_report();
	comment_line(10, " // chequer: ignore approximate");
	suppress_apply(&r, &no_options);
	assert_int_equal(r.ignored, 0);
	assert_false(r.races[0].suppressed);
	assert_int_equal(r.races[0].pair_count, 3);
	assert_int_equal(r.races[0].pairs[0].a, 0);
	assert_int_equal(r.races[0].pairs[0].b, 2);
	assert_true(report_is_sane(&r));
	arena_release(&r.memory);
}

static void the_other_side_counts_too(void **state)
{
	(void)state;
	struct report r = fresh_report();
	comment_line(5, " // chequer: ignore approximate");
	suppress_apply(&r, &no_options);
	assert_true(r.races[0].suppressed);
	assert_int_equal(r.ignored, 1);
	arena_release(&r.memory);
}

static void comment_on_the_declaration(void **state)
{
	(void)state;
	struct report r = fresh_report();
	comment_line(1, " // chequer: ignore statistics may be off");
	suppress_apply(&r, &no_options);
	assert_true(r.races[0].suppressed);
	assert_string_equal(r.races[0].suppressed_why,
			    "server.c:1: statistics may be off");
	assert_false(r.races[1].suppressed);
	arena_release(&r.memory);
}

static void baseline_is_written_sorted(void **state)
{
	(void)state;
	struct report_race races[4] = {sample_races[2], sample_races[1], sample_races[0],
				       sample_races[2]};
	struct report r = fresh_report();
	races[2].name = "two\nlines";
	r.races = races;
	r.race_count = 4;
	suppress_apply(&r, &(struct suppress_options){.write_baseline = "base"});
	assert_int_equal(r.ignored, 0);
	struct str text = read_text("base");
	assert_string_equal(str_cstr(&text),
			    "# Races known to chequer, one a line; only the id counts.\n"
			    "00c0ffee00c0ffee  two?lines  server.c\n"
			    "0123456789abcdef  ready  server.c\n"
			    "aaaaaaaaaaaaaaaa  hint  server.c\n");
	str_free(&text);
	arena_release(&r.memory);
}

static void baseline_suppresses_known_races(void **state)
{
	(void)state;
	static const char text[] = "# comment\n\n  0123456789abcdef  ready\r\n"
				   "ffffffffffffffff\n00c0ffee00c0ffee";
	struct report r = fresh_report();
	sample_write("base", text, sizeof(text) - 1);
	suppress_apply(&r, &(struct suppress_options){.baseline = "base"});
	assert_true(r.races[0].suppressed);
	assert_true(r.races[1].suppressed);
	assert_false(r.races[2].suppressed);
	assert_string_equal(r.races[1].suppressed_why, "in the baseline base");
	assert_int_equal(r.ignored, 2);
	arena_release(&r.memory);
}

/* A comment wins over the baseline; an ignored race is not written. */
static void baseline_can_be_renewed(void **state)
{
	(void)state;
	struct report r = fresh_report();
	struct suppress_options both = {.baseline = "base", .write_baseline = "base"};
	static const char old[] =
		"00c0ffee00c0ffee  stats.errors\n1111111111111111  gone\n";
	sample_write("base", old, sizeof(old) - 1);
	comment_line(12, " // chequer: ignore a hint");
	suppress_apply(&r, &both);
	assert_int_equal(r.ignored, 3);
	struct str text = read_text("base");
	assert_string_equal(str_cstr(&text),
			    "# Races known to chequer, one a line; only the id counts.\n"
			    "00c0ffee00c0ffee  stats.errors  server.c\n");
	str_free(&text);
	arena_release(&r.memory);
}

static void use_baseline(void)
{
	struct report r = fresh_report();
	suppress_apply(&r, &(struct suppress_options){.baseline = "base"});
}

static void unwritable_baseline(void)
{
	struct report r = fresh_report();
	suppress_apply(&r, &(struct suppress_options){.write_baseline = "no/such/base"});
}

static void check_dies(void (*f)(void), const char *message)
{
	struct str said = {0};
	assert_int_equal(run_child(f, &said), EXIT_BAD_INPUT);
	if (!strstr(str_cstr(&said), message))
		fail_msg("expected '%s', got '%s'", message, str_cstr(&said));
	str_free(&said);
}

static void bad_baselines_are_errors(void **state)
{
	(void)state;
	check_dies(use_baseline, "cannot read the baseline base: No such file");
	sample_write("base", "# fine\n0123\n", 12);
	check_dies(use_baseline, "base:2: expected a race id of 16 hexadecimal digits");
	sample_write("base", "0123456789abcdefg x\n", 20);
	check_dies(use_baseline, "base:1: expected a race id");
	sample_write("base", "0123456789ABCDEF\n", 17);
	check_dies(use_baseline, "base:1: expected a race id");
	sample_write("base", "\0\0\0\n", 4);
	check_dies(use_baseline, "base:1: expected a race id");
	check_dies(unwritable_baseline, "cannot write the baseline no/such/base");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, sample_setup, sample_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(nothing_to_suppress),
		TEST(comment_on_the_line_of_an_access),
		TEST(what_is_no_comment_does_not_count),
		TEST(a_reason_is_required),
		TEST(a_misspelt_comment_is_said),
		TEST(other_pairs_stay),
		TEST(the_other_side_counts_too),
		TEST(comment_on_the_declaration),
		TEST(baseline_is_written_sorted),
		TEST(baseline_suppresses_known_races),
		TEST(baseline_can_be_renewed),
		TEST(bad_baselines_are_errors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
