/* SPDX-License-Identifier: MIT */
/*
 * What is done about each thing that clang says. Every answer adds an attribute, turns
 *the analysis of a function off or gives an annotation up, and none is taken back: so
 *there is an end.
 *
 *	... requires holding mutex m	REQUIRES, if the callers are known to hold it
 *	m is still held at the end	ACQUIRE
 *	releasing m that was not held	RELEASE; both: REQUIRES
 *	anything else			clang is not asked about this function
 */
#include <string.h>

#include "annotate/internal.h"
#include "project/paths.h"

struct scene {
	struct annotator *x;
	const struct complaint *c;
	const struct outline *now;
	const struct outline_function *in;
	struct function_note *note;
};

/* The n-th word in single quotes, from 0. */
static const char *quoted(struct scene *s, uint32_t n)
{
	const char *p = s->c->text;
	for (uint32_t i = 0; (p = strchr(p, '\'')); i++) {
		size_t size = strcspn(p + 1, "'");
		if (i == n)
			return arena_printf(&s->x->memory, "%.*s", (int)size, p + 1);
		p += 1 + size + (p[1 + size] == '\'');
	}
	return NULL;
}

/* Memory that clang sees used without the lock in more functions than the rule has
 * places: who else has such an object need not share it, and its type is no place to say
 * so. */
static bool give_up_memory(struct scene *s)
{
	const char *name = quoted(s, 0);
	uint32_t function = (uint32_t)(s->note - s->x->functions.at);
	for (uint32_t i = 0;
	     name && strstr(s->c->text, "variable '") && i < s->x->targets.n; i++) {
		struct target *t = &s->x->targets.at[i];
		bool known =
			t->lost || t->done || strcmp(t->memory->spot.name, name) != 0;
		for (uint32_t k = 0; k < t->without.n && !known; k++)
			known = t->without.at[k] == function;
		if (known)
			continue;
		vec_push(&t->without, function);
		if (t->without.n > t->memory->kept) {
			t->lost = "more functions use such objects without the lock, as "
				  "clang sees it";
			return true;
		}
	}
	return false;
}

static bool turn_off(struct scene *s)
{
	if (give_up_memory(s))
		return true;
	if (s->note->off)
		return false;
	s->note->off = true;
	s->note->why = s->c->text;
	return true;
}

/* ---- a lock that others take ---- */

static bool is_holder(struct scene *s, const struct lock_class *l)
{
	const struct source *of = &s->x->sources.at[s->note->source];
	for (uint32_t i = 0; i < l->lock->holder_count; i++) {
		const struct report_holder *h = &l->lock->holders[i];
		if (strcmp(h->function, s->note->name) == 0 && h->place.file &&
		    strcmp(path_absolute(&s->x->memory, s->x->here, h->place.file),
			   of->absolute) == 0)
			return true;
	}
	return false;
}

/* False: not all callers hold it, or that is no answer. */
static bool require(struct scene *s, const struct lock_class *l)
{
	struct attribute a = {.kind = "REQUIRES",
			      .lock = 1 + (uint32_t)(l - s->x->locks.at)};
	return is_holder(s, l) && add_attribute(s->note, &a);
}

static bool require_for_memory(struct scene *s, const char *name)
{
	for (uint32_t i = 0; i < s->x->targets.n; i++) {
		const struct target *t = &s->x->targets.at[i];
		if (!t->lost && strcmp(t->memory->spot.name, name) == 0 &&
		    require(s, lock_of(s->x, t)))
			return true;
	}
	return false;
}

/* Its caller needs what the function needs. */
static bool require_for_call(struct scene *s, const char *callee)
{
	for (uint32_t i = 0; i < s->x->functions.n; i++) {
		const struct function_note *f = &s->x->functions.at[i];
		for (uint32_t k = 0; strcmp(f->name, callee) == 0 && k < f->attributes.n;
		     k++) {
			const struct attribute *a = &f->attributes.at[k];
			if (strcmp(a->kind, "REQUIRES") == 0 && a->lock &&
			    require(s, &s->x->locks.at[a->lock - 1]))
				return true;
		}
	}
	return false;
}

/* ---- a lock that the function takes or gives back ---- */

static bool is_parameter(const struct outline *o, const struct outline_function *f,
			 uint32_t position, const char *name, size_t n)
{
	const struct token *t = &o->tokens.at[outline_parameter(o, f, position)];
	return n ? t->n == n && memcmp(o->text + t->at, name, n) == 0
		 : t->kind != TOKEN_WORD && position == 0;
}

/* clang names a parameter as the first declaration does, which may be another one than
 * that with the body, and give it no name at all. */
static bool find_parameter(struct scene *s, const char *name, size_t n,
			   struct attribute *out)
{
	for (uint32_t i = 0; i < s->x->sources.n; i++) {
		const struct outline *o = &s->x->sources.at[i].old;
		for (uint32_t k = 0; k < o->functions.n; k++) {
			const struct outline_function *f = &o->functions.at[k];
			if (!token_is(o, f->name, s->note->name))
				continue;
			for (uint32_t p = 0; outline_parameter(o, f, p); p++)
				if (is_parameter(o, f, p, name, n)) {
					out->parameter = p;
					return true;
				}
		}
	}
	return false;
}

/* As the declaration of the function can say it: from a parameter, or a variable. */
static bool lock_outside(struct scene *s, const char *name, struct attribute *out)
{
	size_t n = strcspn(name, "-.[(");
	if (strpbrk(name, "*&[ "))
		return false;
	out->rest = name + n;
	if (find_parameter(s, name, n, out))
		return true;
	for (uint32_t i = 0; i < s->x->locks.n && !out->lock; i++) {
		const struct lock_class *l = &s->x->locks.at[i];
		if (l->lost || l->lock->spot.record)
			continue;
		if (strcmp(l->lock->spot.name, name) == 0 ||
		    strcmp(arena_printf(&s->x->memory, "lock_class_%s()", l->name),
			   name) == 0)
			out->lock = i + 1;
	}
	return out->lock;
}

/* 'mine', or REQUIRES when it does both. */
static bool keep_lock(struct scene *s, const char *mine, const char *other)
{
	const char *name = quoted(s, 0);
	struct attribute a = {.kind = other};
	if (!name || !lock_outside(s, name, &a))
		return false;
	struct attribute *known = find_attribute(s->note, &a);
	a.kind = "REQUIRES";
	if (!known && find_attribute(s->note, &a))
		return false;
	if (known) {
		*known = a;
		return true;
	}
	a.kind = mine;
	return add_attribute(s->note, &a);
}

/* ---- all of it ---- */

static bool answer_in_function(struct scene *s, enum answer_step step)
{
	const char *t = s->c->text, *name = quoted(s, 0);
	if (step == ANSWER_OFF)
		return turn_off(s);
	if (s->c->syntax || s->note->off || !name ||
	    !s->x->sources.at[s->c->source].analysed)
		return false;
	if (step == ANSWER_LOCKS && strstr(t, "is still held at the end of function"))
		return keep_lock(s, "ACQUIRE", "RELEASE");
	if (step == ANSWER_LOCKS && strncmp(t, "releasing ", 10) == 0 &&
	    strstr(t, "was not held"))
		return keep_lock(s, "RELEASE", "ACQUIRE");
	if (step == ANSWER_CALLERS && strncmp(t, "calling function", 16) == 0)
		return require_for_call(s, name);
	return step == ANSWER_CALLERS && strstr(t, " requires holding ") &&
	       require_for_memory(s, name);
}

/* ---- what clang does not take as an annotation ---- */

/* 'type here is 'lock_type' (aka 'pthread_mutex_t')': that typedef has to say what it is.
 */
static bool mark_lock_type(struct annotator *x, const struct complaint *c)
{
	const char *type = strstr(c->text, "type here is '");
	type = type ? type + strlen("type here is '") : NULL;
	size_t n = type ? strcspn(type, "'") : 0;
	uint32_t before = x->types.list.n;
	for (uint32_t s = 0; n && s < x->sources.n; s++) {
		const struct outline *o = &x->sources.at[s].old;
		for (uint32_t i = 2; i + 1 < o->tokens.n; i++) {
			const struct token *t = &o->tokens.at[i];
			if (t->n == n && memcmp(o->text + t->at, type, n) == 0 &&
			    token_is(o, i - 2, "typedef") && token_is(o, i + 1, ";"))
				edits_insert(&x->types, s, t->at + t->n, " LOCK_TYPE");
		}
	}
	return x->types.list.n > before;
}

/* What the name of a lock means cannot be said. */
static bool give_up_lock(struct annotator *x, const struct complaint *c)
{
	const struct outline *now = &x->sources.at[c->source].now;
	for (uint32_t i = 0; i + 2 < now->tokens.n; i++) {
		if (now->tokens.at[i].line != c->line ||
		    !(token_is(now, i, "LOCK_CLASS_MEMBER") ||
		      token_is(now, i, "LOCK_CLASS_VARIABLE")))
			continue;
		for (uint32_t k = 0; k < x->locks.n; k++) {
			struct lock_class *l = &x->locks.at[k];
			if (l->lost || !token_is(now, i + 2, l->name))
				continue;
			l->lost = c->text;
			for (uint32_t m = 0; m < x->targets.n; m++)
				if (!x->targets.at[m].lost &&
				    lock_of(x, &x->targets.at[m]) == l)
					x->targets.at[m].lost = c->text;
			return true;
		}
	}
	return false;
}

/* Which annotation stands in that line? */
static bool give_up(struct annotator *x, const struct complaint *c)
{
	const struct source *of = &x->sources.at[c->source];
	for (uint32_t i = 0; i < x->targets.n; i++) {
		struct target *t = &x->targets.at[i];
		const struct report_declared *d = &t->memory->spot;
		if (t->lost || t->done)
			continue;
		for (uint32_t k = 0; k < of->now.tokens.n; k++)
			if (of->now.tokens.at[k].line == c->line &&
			    token_is(&of->now, k, d->name)) {
				t->lost = c->text;
				return true;
			}
	}
	return false;
}

/* An attribute of a declaration: then the function has none. */
static bool give_up_function(struct annotator *x, const struct complaint *c)
{
	const struct outline *now = &x->sources.at[c->source].now;
	for (uint32_t i = 0; i < now->functions.n; i++) {
		const struct outline_function *f = &now->functions.at[i];
		if (now->tokens.at[f->name].line > c->line ||
		    now->tokens.at[f->close + 1].line < c->line)
			continue;
		for (uint32_t k = 0; k < x->functions.n; k++)
			if (!x->functions.at[k].off &&
			    token_is(now, f->name, x->functions.at[k].name)) {
				x->functions.at[k].off = true;
				x->functions.at[k].why = c->text;
				return true;
			}
	}
	return false;
}

bool answer(struct annotator *x, const struct complaint *c, enum answer_step step)
{
	if (c->source == UINT32_MAX)
		return false;
	const struct outline *now = &x->sources.at[c->source].now;
	struct scene s = {x, c, now, outline_around(now, c->line), NULL};
	if (c->syntax && step == 0 &&
	    (mark_lock_type(x, c) || give_up_lock(x, c) || give_up(x, c) ||
	     give_up_function(x, c)))
		return true;
	if (!s.in)
		return false;
	s.note = note_of(x, c->source,
			 arena_printf(&x->memory, "%.*s",
				      (int)now->tokens.at[s.in->name].n,
				      now->text + now->tokens.at[s.in->name].at));
	return answer_in_function(&s, step);
}
