/* SPDX-License-Identifier: MIT */
/*
 * A place is looked up in the line tables by line and column. Where the compiler has no
 * code for the column (it has merged accesses, or the line is a macro), the whole line
 * stands for it.
 */
#define _GNU_SOURCE
#include "confirm/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/str.h"

enum {
	MAX_TARGETS = 20000,
	HOT_SIZE = 8192, /* of struct hot in the runtime */
	MAX_PARTS = 32,	 /* half of what the runtime has room for */
};

/* ---- targets ---- */

/* Its id among the files. */
static uint32_t real_file(struct targets *t, const char *file)
{
	uint32_t id = intern_str(&t->names, file);
	while (t->real.n <= id)
		vec_push(&t->real, 0);
	if (!t->real.at[id]) {
		char *real = realpath(file, NULL);
		t->real.at[id] = intern_str(&t->files, real ? real : file);
		free(real);
	}
	return t->real.at[id];
}

static uint32_t on_line(const struct targets *t, uint32_t file, uint32_t line)
{
	return file ? map_get(&t->lines, map_key2(file, line), 0) : 0;
}

uint32_t targets_add(struct targets *t, struct report_place p)
{
	uint32_t file = real_file(t, p.file);
	uint32_t first = on_line(t, file, p.line);
	for (uint32_t i = first; i; i = t->list.at[i - 1].next) {
		if (t->list.at[i - 1].place.column == p.column)
			return i - 1;
	}
	struct target new = {.file = intern_at(&t->files, file), .place = p, .next = first};
	vec_push(&t->list, new);
	map_put(&t->lines, map_key2(file, p.line), t->list.n);
	return t->list.n - 1;
}

void targets_add_races(struct targets *t, const struct report *r)
{
	for (uint32_t i = 0; i < r->race_count; i++) {
		const struct report_race *race = &r->races[i];
		for (uint32_t k = 0; k < race->access_count; k++) {
			struct report_place p = race->accesses[k].place;
			if (p.file && p.line && t->list.n < MAX_TARGETS)
				targets_add(t, p);
		}
	}
}

uint32_t targets_find(const struct targets *t, const char *file, uint32_t line, uint32_t column)
{
	uint32_t id = intern_find(&t->files, file, strlen(file));
	uint32_t found = UINT32_MAX;
	for (uint32_t i = on_line(t, id, line); i; i = t->list.at[i - 1].next) {
		found = i - 1;
		if (t->list.at[found].place.column == column)
			break;
	}
	return found;
}

/* ---- code of targets ---- */

static void add_ranges(struct targets *t, struct module *m, bool *has_column, bool exact)
{
	uint32_t *file_ids = xcalloc(m->code.files.n + 1, sizeof(*file_ids));
	for (uint32_t i = 0; i < m->code.files.n; i++)
		file_ids[i] = intern_find(&t->files, m->code.files.at[i],
					  strlen(m->code.files.at[i]));
	for (uint32_t i = 0; i < m->code.rows.n; i++) {
		const struct code_row *row = &m->code.rows.at[i];
		for (uint32_t k = on_line(t, file_ids[row->file], row->line); k;
		     k = t->list.at[k - 1].next) {
			bool same = t->list.at[k - 1].place.column == row->column;
			if (exact ? !same : has_column[k - 1] || same)
				continue;
			has_column[k - 1] |= exact;
			struct target_range r = {row->low, row->high, k - 1};
			vec_push(&m->ranges, r);
			break;
		}
	}
	free(file_ids);
}

static void find_ranges(struct targets *t, struct module *m)
{
	bool *has_column = xcalloc(t->list.n + 1, sizeof(*has_column));
	add_ranges(t, m, has_column, true);
	add_ranges(t, m, has_column, false);
	free(has_column);
}

struct module *targets_module(struct targets *t, const char *path)
{
	for (uint32_t i = 0; i < t->modules.n; i++) {
		if (strcmp(t->modules.at[i]->code.path, path) == 0)
			return t->modules.at[i];
	}
	struct module *m = ARENA_NEW(&t->memory, struct module);
	if (!code_open(&m->code, path))
		return NULL;
	if (m->code.instrumented)
		find_ranges(t, m);
	vec_push(&t->modules, m);
	return m;
}

void targets_free(struct targets *t)
{
	for (uint32_t i = 0; i < t->modules.n; i++) {
		code_close(&t->modules.at[i]->code);
		vec_free(&t->modules.at[i]->ranges);
	}
	vec_free(&t->modules);
	vec_free(&t->list);
	map_free(&t->lines);
	intern_free(&t->files);
	intern_free(&t->names);
	vec_free(&t->real);
	arena_release(&t->memory);
}

/* ---- the file ---- */

static bool is_atomic_function(const struct code_symbol *s)
{
	static const char prefix[] = "__VERIFIER_atomic_";
	return s->is_function && strncmp(s->name, prefix, strlen(prefix)) == 0 &&
	       strcmp(s->name + strlen(prefix), "begin") != 0 &&
	       strcmp(s->name + strlen(prefix), "end") != 0;
}

/* Is this the code of the point: does it come from the same line still? */
static bool is_same_code(const struct code *c, const struct code_symbol *s,
			 const struct replay_point *p, const struct report_place *place)
{
	if (!s->is_function || strcmp(s->name, p->symbol) != 0 || s->low + p->offset > s->high)
		return false;
	const struct code_row *row = code_row_at(c, s->low + p->offset - 1);
	return row ? row->line == place->line && row->column == place->column : !place->line;
}

/* Its code in a module: at most so many parts. */
static uint32_t code_of_point(const struct targets *t, const struct module *m,
			      const struct replay_point *p, struct target_range parts[MAX_PARTS])
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < m->code.symbols.n; i++) {
		const struct code_symbol *s = &m->code.symbols.at[i];
		uint64_t pc = s->low + p->offset;
		if (is_same_code(&m->code, s, p, &t->list.at[p->target].place)) {
			parts[0] = (struct target_range){pc - 1, pc, p->target};
			return 1;
		}
	}
	for (uint32_t i = 0; i < m->ranges.n && n < MAX_PARTS; i++) {
		if (m->ranges.at[i].target == p->target)
			parts[n++] = m->ranges.at[i];
	}
	return n;
}

static void write_point(FILE *out, const struct targets *t, const struct module *m,
			const struct replay_point *p, uint32_t side)
{
	struct target_range parts[MAX_PARTS];
	uint32_t n = code_of_point(t, m, p, parts);
	for (uint32_t i = 0; i < n; i++)
		fprintf(out, "replay %u %" PRIx64 " %" PRIx64 " %" PRIx64 " %u\n", side, p->thread,
			parts[i].low, parts[i].high, p->arrival);
}

bool plan_knows_point(const struct targets *t, const struct replay_point *p)
{
	struct target_range parts[MAX_PARTS];
	for (uint32_t i = 0; i < t->modules.n; i++) {
		if (code_of_point(t, t->modules.at[i], p, parts))
			return true;
	}
	return false;
}

static void write_module(FILE *out, const struct targets *t, const struct module *m,
			 const struct replay_point *points, uint32_t point_count)
{
	fprintf(out, "module %s\n", m->code.path);
	for (uint32_t i = 0; i < m->ranges.n; i++) {
		const struct target_range *r = &m->ranges.at[i];
		fprintf(out, "place %" PRIx64 " %" PRIx64 " %u %" PRIx64 "\n", r->low, r->high,
			r->target, t->list.at[r->target].groups);
	}
	for (uint32_t k = 0; k < point_count; k++)
		write_point(out, t, m, &points[k], k);
	for (uint32_t i = 0; m->code.instrumented && i < m->code.symbols.n; i++) {
		const struct code_symbol *s = &m->code.symbols.at[i];
		if (is_atomic_function(s))
			fprintf(out, "atomic %" PRIx64 " %" PRIx64 "\n", s->low, s->high);
	}
}

/* Of zeros; what is there already stays with mode "ae". */
static void make_file(const char *path, size_t size, const char *mode)
{
	FILE *out = fopen(path, mode);
	if (!out || ftruncate(fileno(out), (off_t)size) != 0)
		die("cannot write %s: %s", path, strerror(errno));
	fclose(out);
}

void plan_write(const struct targets *t, const struct settings *s, const struct plan_files *f,
		const struct replay_point *points, uint32_t point_count)
{
	FILE *out = fopen(f->plan, "we");
	if (!out)
		die("cannot write %s: %s", f->plan, strerror(errno));
	fprintf(out, "seed %" PRIu64 "\nrandom %u\ndelay %u\nhold %u\nbudget %" PRIu64 "\n",
		s->seed, s->random_share, s->delay_share, s->hold_us, s->budget_us);
	fprintf(out, "groups %u\nlog %s\n", s->groups ? s->groups : 1, f->log);
	if (t->list.n) {
		make_file(f->reached, t->list.n * sizeof(uint32_t), "we");
		fprintf(out, "reached %u %s\n", t->list.n, f->reached);
	}
	if (f->hot) {
		make_file(f->hot, HOT_SIZE, "ae");
		fprintf(out, "hot %d %s\n", s->only_hot, f->hot);
	}
	fprintf(out, "signals %d\n", s->signals);
	if (point_count)
		fputs("exact\n", out);
	for (uint32_t i = 0; i < t->modules.n; i++)
		write_module(out, t, t->modules.at[i], points, point_count);
	if (fclose(out) != 0)
		die("cannot write %s: %s", f->plan, strerror(errno));
	unlink(f->log);
}

void plan_read_reached(struct targets *t, const struct plan_files *f)
{
	FILE *in = t->list.n ? fopen(f->reached, "re") : NULL;
	uint32_t count;
	for (uint32_t i = 0; in && i < t->list.n && fread(&count, sizeof(count), 1, in) == 1; i++)
		t->list.at[i].reached += count;
	if (in)
		fclose(in);
}
