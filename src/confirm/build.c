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

/* The kept flags of the unit; it is built for this machine, whatever the target. */
static void add_flags(struct words *argv, const struct unit *u)
{
	for (const char *const *f = u->flags; *f; f++) {
		if (strcmp(*f, "-m32") == 0)
			warn("%s: -m32 is left out: it runs with 64 bits", u->file);
		else
			vec_push(&argv->list, *f);
	}
}

static const char *compile(const struct unit *u, uint32_t number, struct arena *a)
{
	const char *output =
		arena_printf(a, "%s/confirm-%05u.o", process_temporary_directory(), number);
	struct words argv = {0};
	vec_push(&argv.list, "clang-19");
	add_flags(&argv, u);
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
static const char *link_program(const struct words *objects, const char *more,
				const char *const *flags, struct arena *a)
{
	const char *output = arena_printf(a, "%s/program", process_temporary_directory());
	struct words argv = {0};
	vec_push(&argv.list, "clang-19");
	for (uint32_t i = 0; i < objects->list.n; i++)
		vec_push(&argv.list, objects->list.at[i]);
	if (more)
		vec_push(&argv.list, more);
	vec_push(&argv.list, "-o");
	vec_push(&argv.list, output);
	cc_add_runtime(&argv, a);
	for (; flags && *flags; flags++) {
		if (is_for_linking(*flags))
			vec_push(&argv.list, *flags);
	}
	vec_push(&argv.list, "-lm");
	vec_push(&argv.list, "-lrt");
	run_compiler(&argv, NULL, "the program");
	words_free(&argv);
	return output;
}

static void compile_all(struct words *objects, const struct project *p, struct arena *a)
{
	for (uint32_t i = 0; i < p->units.n; i++) {
		const struct unit *u = &p->units.at[i];
		if (u->failed)
			continue;
		if (u->kind != UNIT_SOURCE)
			die("%s is no source: confirm runs programs that it can compile", u->file);
		vec_push(&objects->list, compile(u, i, a));
	}
}

const char *build_program(const struct project *p, const char *const *flags, struct arena *a)
{
	struct words objects = {0};
	compile_all(&objects, p, a);
	const char *program = link_program(&objects, NULL, flags, a);
	words_free(&objects);
	return program;
}

/* ---- without main ---- */

static const char *compile_main(const char *source, struct arena *a)
{
	const char *output = arena_printf(a, "%s/main.o", process_temporary_directory());
	struct words argv = {0};
	const char *fixed[] = {"clang-19", "-g", "-O0", "-w", "-std=gnu17", "-fno-builtin", "-c",
			       "-o", output, source};
	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		vec_push(&argv.list, fixed[i]);
	cc_add_instrumentation(&argv, false);
	run_compiler(&argv, NULL, source);
	words_free(&argv);
	return output;
}

/* A first one, whose debug information says what the functions take. */
static const char *any_main(struct arena *a)
{
	const char *source = arena_printf(a, "%s/main.c", process_temporary_directory());
	FILE *out = fopen(source, "we");
	if (!out || fputs("int main(void) { return 0; }\n", out) < 0 || fclose(out) != 0)
		die("cannot write %s: %s", source, strerror(errno));
	return compile_main(source, a);
}

const char *build_driven(const struct project *p, const char *const *flags,
			 const struct report *r, const char *driver, struct arena *a)
{
	struct words objects = {0};
	compile_all(&objects, p, a);
	const char *program = link_program(&objects, any_main(a), flags, a);
	if (driver_write(driver, r, program))
		program = link_program(&objects, compile_main(driver, a), flags, a);
	else
		program = NULL;
	words_free(&objects);
	return program;
}
