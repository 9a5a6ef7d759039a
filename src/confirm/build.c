/* SPDX-License-Identifier: MIT */
/*
 * Without optimisation, as the analysis has read it: then every access of the source is
 * an access of the program, at the same line and column.
 */
#include "confirm/build.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/process.h"
#include "confirm/cc.h"
#include "confirm/driver.h"

static void run_compiler(struct words *argv, const char *directory, const char *what)
{
	struct str errors = {0};
	int status = 0;
	vec_push(&argv->list, NULL);
	struct process p = {argv->list.at, directory, &errors};
	enum process_result r = process_run(&p, &status);
	if (r != PROCESS_ENDED)
		die("cannot run %s: %s", argv->list.at[0], strerror(errno));
	if (status != 0) {
		const char *text = str_cstr(&errors), *line = strstr(text, "error:");
		const char *undefined = strstr(text, "undefined reference");
		line = undefined ? undefined : line ? line : text;
		die("cannot build %s to run it: %.*s", what, (int)strcspn(line, "\n"), line);
	}
	str_free(&errors);
	vec_clear(&argv->list);
}

static bool is_small(const struct unit *u)
{
	for (const char *const *f = u->flags; *f; f++) {
		if (strcmp(*f, "-m32") == 0)
			return true;
	}
	return false;
}

/* For 32 bits: all units are, and there is a runtime for that. */
static bool is_built_small(const struct project *p)
{
	for (uint32_t i = 0; i < p->units.n; i++) {
		if (!p->units.at[i].failed && !is_small(&p->units.at[i]))
			return false;
	}
	return cc_has_small_runtime();
}

/* The kept flags of the unit. */
static void add_flags(struct words *argv, const struct unit *u, bool small)
{
	if (!small && is_small(u))
		warn("%s: -m32 is left out, as %s: it runs with 64 bits", u->file,
		     cc_has_small_runtime() ? "not all files have it"
					    : "the runtime for 32 bits was not built");
	for (const char *const *f = u->flags; *f; f++) {
		if (small || strcmp(*f, "-m32") != 0)
			vec_push(&argv->list, *f);
	}
}

struct build {
	const struct project *project;
	const char *const *flags; /* those for the linker are taken */
	struct arena *memory;
	bool small; /* for 32 bits */
	struct words objects;
};

static const char *compile(const struct build *b, const struct unit *u, uint32_t number)
{
	const char *output = arena_printf(b->memory, "%s/confirm-%05u.o",
					  process_temporary_directory(), number);
	struct words argv = {0};
	vec_push(&argv.list, "clang-19");
	add_flags(&argv, u, b->small);
	const char *fixed[] = {"-g", "-O0", "-w", "-fno-color-diagnostics", "-c", "-o", output};
	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		vec_push(&argv.list, fixed[i]);
	cc_add_instrumentation(&argv, cc_has_atomic_functions(u->file));
	vec_push(&argv.list, "--");
	vec_push(&argv.list, u->source);
	run_compiler(&argv, u->directory, u->file);
	words_free(&argv);
	return output;
}

static bool is_for_linking(const char *flag)
{
	return strncmp(flag, "-l", 2) == 0 || strncmp(flag, "-L", 2) == 0 ||
	       strncmp(flag, "-Wl,", 4) == 0 || strcmp(flag, "-fopenmp") == 0;
}

/* Objects of all units, and one more if there is one. */
static const char *link_program(const struct build *b, const char *more)
{
	const char *output = arena_printf(b->memory, "%s/program", process_temporary_directory());
	struct words argv = {0};
	vec_push(&argv.list, "clang-19");
	if (b->small)
		vec_push(&argv.list, "-m32");
	for (uint32_t i = 0; i < b->objects.list.n; i++)
		vec_push(&argv.list, b->objects.list.at[i]);
	if (more)
		vec_push(&argv.list, more);
	vec_push(&argv.list, "-o");
	vec_push(&argv.list, output);
	cc_add_runtime(&argv, b->memory, b->small);
	for (const char *const *f = b->flags; f && *f; f++) {
		if (is_for_linking(*f))
			vec_push(&argv.list, *f);
	}
	vec_push(&argv.list, "-lm");
	vec_push(&argv.list, "-lrt");
	vec_push(&argv.list, "-rdynamic"); /* for programs that look up their own functions */
	run_compiler(&argv, NULL, "the program");
	words_free(&argv);
	return output;
}

static void compile_all(struct build *b)
{
	const struct project *p = b->project;
	b->small = is_built_small(p);
	for (uint32_t i = 0; i < p->units.n; i++) {
		const struct unit *u = &p->units.at[i];
		if (u->failed)
			continue;
		if (u->kind != UNIT_SOURCE)
			die("%s is no source: confirm runs programs that it can compile", u->file);
		vec_push(&b->objects.list, compile(b, u, i));
	}
}

const char *build_program(const struct project *p, const char *const *flags, struct arena *a)
{
	struct build b = {.project = p, .flags = flags, .memory = a};
	compile_all(&b);
	const char *program = link_program(&b, NULL);
	words_free(&b.objects);
	return program;
}

/* ---- without main ---- */

static const char *compile_main(const struct build *b, const char *source)
{
	const char *output = arena_printf(b->memory, "%s/main.o", process_temporary_directory());
	struct words argv = {0};
	const char *fixed[] = {"clang-19", "-g", "-O0", "-w", "-std=gnu17", "-fno-builtin", "-c",
			       "-o", output, source};
	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		vec_push(&argv.list, fixed[i]);
	if (b->small)
		vec_push(&argv.list, "-m32");
	cc_add_instrumentation(&argv, false);
	run_compiler(&argv, NULL, source);
	words_free(&argv);
	return output;
}

/* A first one, whose debug information says what the functions take. */
static const char *any_main(const struct build *b)
{
	const char *source = arena_printf(b->memory, "%s/main.c", process_temporary_directory());
	FILE *out = fopen(source, "we");
	if (!out || fputs("int main(void) { return 0; }\n", out) < 0 || fclose(out) != 0)
		die("cannot write %s: %s", source, strerror(errno));
	return compile_main(b, source);
}

const char *build_driven(const struct project *p, const char *const *flags,
			 const struct report *r, const char *driver, struct arena *a)
{
	struct build b = {.project = p, .flags = flags, .memory = a};
	compile_all(&b);
	const char *program = link_program(&b, any_main(&b));
	if (driver_write(driver, r, program))
		program = link_program(&b, compile_main(&b, driver));
	else
		program = NULL;
	words_free(&b.objects);
	return program;
}
