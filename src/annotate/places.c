/* SPDX-License-Identifier: MIT */
/* What is annotated: rows that are proved, with a lock that the source can name. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotate/internal.h"
#include "project/paths.h"

/* ---- sources ---- */

uint32_t find_source(const struct annotator *x, const char *absolute)
{
	for (uint32_t i = 0; i < x->sources.n; i++)
		if (strcmp(x->sources.at[i].absolute, absolute) == 0)
			return i;
	return UINT32_MAX;
}

void read_source(struct annotator *x, const char *base, const char *file, bool analysed)
{
	struct source s = {.absolute = path_absolute(&x->memory, base, file),
			   .analysed = analysed};
	s.file = path_shown(x->here, s.absolute);
	if (s.file[0] == '/' || find_source(x, s.absolute) != UINT32_MAX ||
	    !str_read_file(&s.text, s.absolute))
		return;
	outline_read(&s.old, str_cstr(&s.text));
	vec_push(&x->sources, s);
}

/* Also units of other programs, which see the same headers. */
static void read_sources(struct annotator *x)
{
	const struct project *p = x->in->project;
	for (const char *const *f = x->in->sources; f && *f; f++)
		read_source(x, x->here, *f, true);
	for (uint32_t i = 0; i < p->units.n; i++)
		if (p->units.at[i].kind == UNIT_SOURCE)
			read_source(x,
				    p->units.at[i].directory ? p->units.at[i].directory
							     : x->here,
				    p->units.at[i].source, false);
}

static uint32_t source_of(struct annotator *x, struct report_place place)
{
	return place.file ? find_source(x, path_absolute(&x->memory, x->here, place.file))
			  : UINT32_MAX;
}

/* ---- locks ---- */

/* 'struct queue' and 'in.lock': queue_in_lock. */
static const char *class_name(struct annotator *x, const struct report_declared *d)
{
	const char *record = d->record ? d->record : "";
	const char *tag = strrchr(record, ' ');
	char *name = arena_printf(&x->memory, "%s%s%s", tag ? tag + 1 : record,
				  d->record ? "_" : "", d->path);
	size_t n = 0;
	for (const char *p = name; *p; p++)
		if (isalnum((unsigned char)*p) || *p == '_' || *p == '.')
			name[n++] = *p == '.' ? '_' : *p;
	name[n] = 0;
	for (uint32_t i = 0; i < x->locks.n; i++)
		if (x->locks.at[i].name && strcmp(x->locks.at[i].name, name) == 0)
			return arena_printf(&x->memory, "%s_%u", name, x->locks.n);
	return name;
}

static const char *place_lock(struct annotator *x, struct lock_class *l)
{
	const struct report_declared *d = &l->lock->spot;
	if (!d->name)
		return "the lock is no variable and no member of a struct that has a "
		       "name";
	l->source = source_of(x, d->place);
	if (l->source == UINT32_MAX)
		return "the lock is declared outside of this directory";
	const struct outline *o = &x->sources.at[l->source].old;
	bool found = d->path != d->name && strcmp(d->path, d->name) != 0 && !d->record
			     ? false
		     : d->record ? outline_record(o, d->place.line, &l->place)
				 : outline_variable(o, d->name, d->place.line, &l->place);
	return found ? NULL : "the declaration of the lock was not found";
}

static void find_locks(struct annotator *x)
{
	const struct report_discipline *d = x->in->report->discipline;
	for (uint32_t i = 0; i < d->lock_count; i++) {
		struct lock_class l = {.lock = &d->locks[i]};
		l.lost = place_lock(x, &l);
		l.name = l.lost ? NULL : class_name(x, &d->locks[i].spot);
		vec_push(&x->locks, l);
	}
}

struct lock_class *lock_of(struct annotator *x, const struct target *t)
{
	return &x->locks.at[t->memory->lock_index - 1];
}

/* ---- memory ---- */

static bool is_proved(const struct report_memory *m)
{
	return m->rule == MEMORY_GUARDED && m->status == MEMORY_PROVED;
}

static bool is_same_spot(const struct report_declared *a, const struct report_declared *b)
{
	return a->name && b->name && strcmp(a->name, b->name) == 0 &&
	       report_place_order(a->place, b->place) == 0;
}

/* One member may be several rows: of a struct that is part of others. */
static const char *find_contradiction(const struct report_discipline *d,
				      const struct report_memory *m)
{
	for (uint32_t i = 0; i < d->memory_count; i++) {
		const struct report_memory *y = &d->memory[i];
		if (y == m || !is_same_spot(&m->spot, &y->spot) ||
		    y->rule == MEMORY_READ_ONLY)
			continue;
		if (!is_proved(y) || y->lock_index != m->lock_index)
			return "other objects of its type follow another rule";
	}
	return NULL;
}

static const char *place_target(struct annotator *x, struct target *t)
{
	const struct report_declared *d = &t->memory->spot;
	struct outline_place p;
	if (!d->name)
		return "it has no declaration of its own (allocated memory, bit-fields "
		       "of one word)";
	if (!t->memory->lock_index)
		return "its lock has no name in the source";
	t->source = source_of(x, d->place);
	if (t->source == UINT32_MAX)
		return "it is declared outside of this directory";
	const struct outline *o = &x->sources.at[t->source].old;
	bool found = d->record || strcmp(d->name, d->path) != 0
			     ? outline_member(o, d->place.line, d->name, &p)
			     : outline_variable(o, d->name, d->place.line, &p);
	t->done = found && p.annotated;
	if (!found)
		return "its declaration was not found: a local variable, or made by a "
		       "macro";
	return lock_of(x, t)->lost;
}

static bool is_known(const struct annotator *x, const struct report_memory *m)
{
	for (uint32_t i = 0; i < x->targets.n; i++)
		if (is_same_spot(&x->targets.at[i].memory->spot, &m->spot))
			return true;
	return false;
}

void find_places(struct annotator *x)
{
	const struct report_discipline *d = x->in->report->discipline;
	read_sources(x);
	find_locks(x);
	for (uint32_t i = 0; i < d->memory_count; i++) {
		struct target t = {.memory = &d->memory[i]};
		if (!is_proved(t.memory) || is_known(x, t.memory))
			continue;
		t.lost = place_target(x, &t);
		if (!t.lost && !t.done)
			t.lost = find_contradiction(d, t.memory);
		vec_push(&x->targets, t);
	}
}

void annotator_free(struct annotator *x)
{
	for (uint32_t i = 0; i < x->sources.n; i++) {
		struct source *s = &x->sources.at[i];
		outline_free(&s->old);
		outline_free(&s->now);
		str_free(&s->text);
		str_free(&s->edited);
	}
	for (uint32_t i = 0; i < x->functions.n; i++)
		vec_free(&x->functions.at[i].attributes);
	for (uint32_t i = 0; i < x->in->project->units.n && x->units; i++) {
		str_free(&x->units[i].said);
		free(x->units[i].uses);
	}
	free(x->units);
	vec_free(&x->sources);
	for (uint32_t i = 0; i < x->targets.n; i++)
		vec_free(&x->targets.at[i].without);
	vec_free(&x->targets);
	vec_free(&x->locks);
	vec_free(&x->functions);
	edits_free(&x->edits);
	edits_free(&x->types);
	arena_release(&x->memory);
}
