/* SPDX-License-Identifier: MIT */
/*
 * The linker on the cases of tests/ir/link/: each file has units in the text
 * form, one after a line '=== unit', and ends in '=== linked' with the program
 * that they make, or in '=== conflict' with the symbol and the two units.
 * CHEQUER_PROMOTE=1 rewrites what is expected.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/str.h"
#include "ir/link.h"
#include "ir/text.h"

enum { MAX_UNITS = 8 };

struct link_case {
	char *path;
	struct str text;
	const char *units[MAX_UNITS + 1]; /* the last one: where the units end */
	uint32_t n;
	const char *expected; /* the '===' line of the outcome */
};

static void case_read(struct link_case *c, const char *name)
{
	static const char marker[] = "=== unit\n";
	struct str path = {0};
	*c = (struct link_case){0};
	str_addf(&path, CHEQUER_ROOT "/tests/ir/link/%s.link", name);
	c->path = path.at;
	if (!str_read_file(&c->text, c->path))
		fail_msg("cannot read %s", c->path);
	const char *at = strstr(c->text.at, marker);
	for (; at; at = strstr(at, marker)) {
		assert_true(c->n < MAX_UNITS);
		c->units[c->n++] = at += strlen(marker);
	}
	c->expected = strstr(c->units[c->n - 1], "=== ");
	assert_non_null(c->expected);
	c->units[c->n] = c->expected + strlen(marker);
}

static void parse_unit(const struct link_case *c, uint32_t i, struct program *p)
{
	char message[200];
	struct str where = {0};
	const char *end = c->units[i + 1] - strlen("=== unit\n");
	if (!ir_parse(c->path, c->units[i], (size_t)(end - c->units[i]), p, message,
		      sizeof(message)))
		fail_msg("unit %u: %s", i + 1, message);
	const char *wrong = ir_verify_where(p, &where);
	if (wrong)
		fail_msg("unit %u: %s: %s", i + 1, str_cstr(&where), wrong);
}

/* The outcome as the case file writes it. */
static char *link_case(const struct link_case *c)
{
	struct program units[MAX_UNITS], out;
	struct link_conflicts conflicts;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	for (uint32_t i = 0; i < c->n; i++)
		parse_unit(c, i, &units[i]);
	if (link_units(units, c->n, &out, &conflicts)) {
		const char *wrong = ir_verify(&out);
		if (wrong)
			fail_msg("%s: linked: %s", c->path, wrong);
		fprintf(f, "=== linked\n");
		ir_print(&out, f);
	} else {
		fprintf(f, "=== conflict\n%s %s %s\n", conflicts.at[0].symbol,
			conflicts.at[0].first_unit, conflicts.at[0].second_unit);
	}
	fclose(f);
	program_free(&out);
	return text;
}

static void promote(const struct link_case *c, const char *outcome)
{
	FILE *f = fopen(c->path, "wb");
	assert_non_null(f);
	fwrite(c->text.at, 1, (size_t)(c->expected - c->text.at), f);
	fputs(outcome, f);
	fclose(f);
}

static void check_case(const char *name)
{
	struct link_case c;
	case_read(&c, name);
	char *outcome = link_case(&c);
	if (getenv("CHEQUER_PROMOTE"))
		promote(&c, outcome);
	else
		assert_string_equal(outcome, c.expected);
	free(outcome);
	str_free(&c.text);
	free(c.path);
}

#define CASES(X)                                                                        \
	X(strong_over_weak)                                                             \
	X(largest_common)                                                               \
	X(strong_over_common)                                                           \
	X(declared_only)                                                                \
	X(inline_once)                                                                  \
	X(conflict)                                                                     \
	X(disagreement)                                                                 \
	X(internal_apart)                                                               \
	X(alias)                                                                        \
	X(alias_cycle)                                                                  \
	X(same_inline)                                                                  \
	X(same_inline_chain)                                                            \
	X(same_inline_recursive)                                                        \
	X(static_local_apart)                                                           \
	X(different_position)                                                           \
	X(header_constants)                                                             \
	X(types)                                                                        \
	X(forward_declared)                                                             \
	X(cyclic_types)                                                                 \
	X(kitchen_sink)

#define DEFINE(name)                              \
	static void test_##name(void **state)     \
	{                                         \
		(void)state;                      \
		check_case(#name);                \
	}
CASES(DEFINE)

/* The units are empty afterwards, whatever happened. */
static void test_no_units(void **state)
{
	struct program out;
	struct link_conflicts conflicts;
	(void)state;
	assert_true(link_units(NULL, 0, &out, &conflicts));
	assert_null(ir_verify(&out));
	program_free(&out);
}

int main(void)
{
#define ENTRY(name) cmocka_unit_test(test_##name),
	const struct CMUnitTest tests[] = {CASES(ENTRY) cmocka_unit_test(test_no_units)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
