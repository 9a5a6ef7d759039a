/* SPDX-License-Identifier: MIT */
/* From what stands to insertions, and to the edited texts. Done anew after each answer.
 */
#include <string.h>

#include "annotate/internal.h"
#include "project/paths.h"

enum { MAX_CONDITIONS = 8 };

/* ---- text ---- */

static uint32_t line_start(const struct source *s, uint32_t at)
{
	while (at && s->text.at[at - 1] != '\n')
		at--;
	return at;
}

/* The beginning of the next line. */
static uint32_t line_after(const struct source *s, uint32_t at)
{
	while (at < s->text.n && s->text.at[at] != '\n')
		at++;
	return at + (at < s->text.n);
}

static void insert(struct annotator *x, uint32_t source, uint32_t at, const char *text)
{
	edits_insert(&x->edits, source, at, text);
}

/* ---- functions ---- */

struct function_note *note_of(struct annotator *x, uint32_t source, const char *name)
{
	for (uint32_t i = 0; i < x->functions.n; i++) {
		struct function_note *f = &x->functions.at[i];
		if (f->source == source && strcmp(f->name, name) == 0)
			return f;
	}
	vec_push(&x->functions,
		 ((struct function_note){.source = source,
					 .name = arena_strdup(&x->memory, name)}));
	return &vec_last(&x->functions);
}

struct attribute *find_attribute(struct function_note *f, const struct attribute *a)
{
	for (uint32_t i = 0; i < f->attributes.n; i++) {
		struct attribute *b = &f->attributes.at[i];
		if (strcmp(a->kind, b->kind) == 0 && a->lock == b->lock &&
		    a->parameter == b->parameter &&
		    (a->lock || strcmp(a->rest, b->rest) == 0))
			return b;
	}
	return NULL;
}

bool add_attribute(struct function_note *f, const struct attribute *a)
{
	const struct attribute *known = find_attribute(f, a);
	if (!known)
		vec_push(&f->attributes, *a);
	return !known || known >= f->attributes.at + f->settled;
}

static bool is_static(const struct outline *o, const struct outline_function *f)
{
	for (uint32_t i = f->name; i-- > 0;) {
		if (token_is(o, i, ";") || token_is(o, i, "}"))
			break;
		if (token_is(o, i, "static"))
			return true;
	}
	return false;
}

/* The body's name for a parameter. */
static const char *parameter_name(struct annotator *x, const struct function_note *n,
				  uint32_t position)
{
	const struct outline *o = &x->sources.at[n->source].old;
	for (uint32_t i = 0; i < o->functions.n; i++) {
		const struct outline_function *f = &o->functions.at[i];
		if (!f->body || !token_is(o, f->name, n->name))
			continue;
		const struct token *t = &o->tokens.at[outline_parameter(o, f, position)];
		return arena_printf(&x->memory, "%.*s", (int)t->n, o->text + t->at);
	}
	return "";
}

/* A declaration may have another name for it, or none: then it gets one. */
static const char *lock_of_parameter(struct annotator *x, const struct function_note *n,
				     const struct attribute *a, uint32_t source,
				     const struct outline_function *f)
{
	const struct outline *o = &x->sources.at[source].old;
	uint32_t token = outline_parameter(o, f, a->parameter);
	const struct token *t = &o->tokens.at[token];
	const char *name = arena_printf(&x->memory, "%.*s", (int)t->n, o->text + t->at);
	if (t->kind != TOKEN_WORD) {
		name = parameter_name(x, n, a->parameter);
		insert(x, source, t->at,
		       arena_printf(&x->memory, "%s%s",
				    o->text[t->at - 1] == '*' ? "" : " ", name));
	}
	return arena_printf(&x->memory, "%s%s%s", *a->rest ? "" : "*", name, a->rest);
}

static void write_attribute(struct annotator *x, const struct function_note *n,
			    const struct attribute *a, uint32_t source,
			    const struct outline_function *f)
{
	const struct outline *o = &x->sources.at[source].old;
	uint32_t at = o->tokens.at[f->close].at + 1;
	if (a->lock && x->locks.at[a->lock - 1].lost)
		return;
	const char *lock =
		a->lock ? lock_expression(x, &x->locks.at[a->lock - 1], source, at)
			: lock_of_parameter(x, n, a, source, f);
	insert(x, source, at, arena_printf(&x->memory, " %s(%s)", a->kind, lock));
}

/* Beside its body and, of what others may call, all of its declarations. */
static void write_function(struct annotator *x, const struct function_note *n,
			   uint32_t source, bool local)
{
	const struct outline *o = &x->sources.at[source].old;
	for (uint32_t i = 0; i < o->functions.n; i++) {
		const struct outline_function *f = &o->functions.at[i];
		if (!token_is(o, f->name, n->name) || (f->body && source != n->source) ||
		    (source != n->source && (local || is_static(o, f))))
			continue;
		uint32_t at = o->tokens.at[f->close].at + 1;
		if (n->off && f->body)
			insert(x, source, at, " NO_THREAD_SAFETY_ANALYSIS");
		for (uint32_t k = 0; k < n->attributes.n && !n->off; k++)
			write_attribute(x, n, &n->attributes.at[k], source, f);
	}
}

static bool is_local(const struct annotator *x, const struct function_note *n)
{
	const struct outline *o = &x->sources.at[n->source].old;
	for (uint32_t i = 0; i < o->functions.n; i++)
		if (token_is(o, o->functions.at[i].name, n->name) &&
		    is_static(o, &o->functions.at[i]))
			return true;
	return false;
}

static void write_functions(struct annotator *x)
{
	for (uint32_t i = 0; i < x->functions.n; i++) {
		struct function_note *f = &x->functions.at[i];
		bool local = is_local(x, f);
		for (uint32_t s = 0; s < x->sources.n; s++)
			write_function(x, f, s, local);
		f->settled = f->attributes.n;
	}
}

/* ---- memory ---- */

const char *lock_expression(struct annotator *x, const struct lock_class *l,
			    uint32_t source, uint32_t at)
{
	const struct report_declared *d = &l->lock->spot;
	if (!d->record && l->source == source && l->place.end <= at)
		return d->name;
	return arena_printf(&x->memory, "ANY(%s)", l->name);
}

static const char *guard_text(struct annotator *x, const struct target *t,
			      uint32_t source, uint32_t at)
{
	const struct lock_class *l = lock_of(x, t);
	if (x->in->kernel_style)
		return arena_printf(&x->memory, " __guarded_by(&%s)", l->lock->spot.name);
	return arena_printf(&x->memory, " GUARDED_BY(%s)",
			    lock_expression(x, l, source, at));
}

static void write_target(struct annotator *x, const struct target *t)
{
	const struct report_declared *d = &t->memory->spot;
	bool variable = !d->record && strcmp(d->name, d->path) == 0;
	struct outline_place p;
	for (uint32_t s = 0; s < x->sources.n; s++) {
		const struct outline *o = &x->sources.at[s].old;
		bool found = s == t->source
				     ? (variable ? outline_variable(o, d->name,
								    d->place.line, &p)
						 : outline_member(o, d->place.line,
								  d->name, &p))
				     : variable && !x->in->kernel_style &&
					       outline_variable(o, d->name, 0, &p);
		if (found && !p.annotated)
			insert(x, s, p.insert, guard_text(x, t, s, p.start));
	}
}

/* ---- classes ---- */

static bool is_named_in(struct annotator *x, uint32_t source, const struct lock_class *l)
{
	const char *text = arena_printf(&x->memory, "ANY(%s)", l->name);
	for (uint32_t i = 0; i < x->edits.list.n; i++)
		if (x->edits.list.at[i].file == source &&
		    strstr(x->edits.list.at[i].text, text))
			return true;
	return false;
}

static bool is_in_text(const struct source *s, const char *text)
{
	return strstr(str_cstr(&s->text), text);
}

/* Between the struct and its lock there may be an #if, which then holds for the name as
 * well. */
static const char *under_conditions(struct annotator *x, const struct lock_class *l,
				    const char *text)
{
	const struct report_declared *d = &l->lock->spot;
	const struct outline *o = &x->sources.at[l->source].old;
	uint32_t open[MAX_CONDITIONS], n = 0;
	struct outline_place p;
	if (!outline_member(o, d->place.line, d->name, &p))
		return text;
	for (uint32_t i = 0; o->tokens.at[i].at < p.insert; i++) {
		const struct token *t = &o->tokens.at[i];
		const char *word = o->text + t->at + 1;
		if (t->kind != TOKEN_DIRECTIVE || t->at < l->place.start)
			continue;
		word += strspn(word, " \t");
		if (strncmp(word, "if", 2) == 0 && n < MAX_CONDITIONS)
			open[n++] = i;
		else if (strncmp(word, "el", 2) == 0)
			return text; /* not so simple: clang will say */
		else if (strncmp(word, "endif", 5) == 0 && n)
			n--;
	}
	for (uint32_t i = n; i-- > 0;) {
		const struct token *t = &o->tokens.at[open[i]];
		text = arena_printf(&x->memory, "%.*s\n%s#endif\n", (int)t->n,
				    o->text + t->at, text);
	}
	return text;
}

/* What the name means is said behind the declaration of the lock. */
static void write_meaning(struct annotator *x, const struct lock_class *l)
{
	const struct report_declared *d = &l->lock->spot;
	struct outline_place p;
	const char *text =
		d->record ? arena_printf(&x->memory, "LOCK_CLASS_MEMBER(%s, %s, %s);\n",
					 l->name, d->record, d->path)
			  : arena_printf(&x->memory, "LOCK_CLASS_VARIABLE(%s, %s);\n",
					 l->name, d->name);
	if (d->record)
		text = under_conditions(x, l, text);
	for (uint32_t s = 0; s < x->sources.n; s++) {
		struct source *of = &x->sources.at[s];
		bool found = !d->record && s != l->source &&
			     outline_variable(&of->old, d->name, 0, &p);
		if (s == l->source)
			p = l->place;
		if ((found || s == l->source) && !is_in_text(of, text))
			insert(x, s, line_after(of, p.end), text);
	}
}

/* Is there anything in this source, and where does it begin? */
static bool first_edit(const struct annotator *x, uint32_t source, uint32_t *at)
{
	bool any = false;
	*at = UINT32_MAX;
	for (uint32_t i = 0; i < x->edits.list.n; i++)
		if (x->edits.list.at[i].file == source) {
			any = true;
			*at = x->edits.list.at[i].at < *at ? x->edits.list.at[i].at : *at;
		}
	for (uint32_t i = 0; i < x->locks.n; i++)
		if (x->locks.at[i].source == source && !x->locks.at[i].lost &&
		    x->locks.at[i].place.start < *at)
			*at = x->locks.at[i].place.start;
	return any;
}

/* '../thread_safety.h' */
static const char *include_line(struct annotator *x, const struct source *s)
{
	struct str up = {0};
	const char *header = x->header, *file = s->file;
	for (;;) {
		size_t n = strcspn(header, "/");
		if (!header[n] || strncmp(header, file, n + 1) != 0)
			break;
		header += n + 1;
		file += n + 1;
	}
	for (const char *p = file; (p = strchr(p, '/')); p++)
		str_add(&up, "../");
	const char *text =
		arena_printf(&x->memory, "#include \"%s%s\"\n", str_cstr(&up), header);
	str_free(&up);
	return text;
}

static void write_heads(struct annotator *x, struct edits *heads)
{
	for (uint32_t s = 0; s < x->sources.n; s++) {
		struct source *of = &x->sources.at[s];
		uint32_t first, at;
		if (!first_edit(x, s, &first))
			continue;
		at = outline_include(&of->old, line_start(of, first));
		if (!outline_includes(&of->old, strrchr(x->header, '/')
							? strrchr(x->header, '/') + 1
							: x->header))
			edits_insert(heads, s, at, include_line(x, of));
		for (uint32_t i = 0; i < x->locks.n; i++) {
			const struct lock_class *l = &x->locks.at[i];
			const char *text =
				arena_printf(&x->memory, "LOCK_CLASS(%s);\n", l->name);
			if (!l->lost && is_named_in(x, s, l) && !is_in_text(of, text))
				edits_insert(heads, s, at, text);
		}
	}
}

static bool is_used(struct annotator *x, const struct lock_class *l)
{
	for (uint32_t s = 0; s < x->sources.n; s++)
		if (is_named_in(x, s, l))
			return true;
	return false;
}

static void write_classes(struct annotator *x)
{
	struct edits heads = {0};
	for (uint32_t i = 0; i < x->locks.n; i++)
		if (!x->locks.at[i].lost && is_used(x, &x->locks.at[i]))
			write_meaning(x, &x->locks.at[i]);
	write_heads(x, &heads);
	for (uint32_t i = 0; i < heads.list.n; i++)
		vec_push(&x->edits.list, heads.list.at[i]);
	edits_free(&heads);
}

static void edit_source(struct annotator *x, uint32_t number)
{
	struct source *of = &x->sources.at[number];
	struct str edited = {0};
	edits_apply(&x->edits, number, str_cstr(&of->text), &edited);
	if (strcmp(str_cstr(&edited), str_cstr(&of->edited)) == 0) {
		str_free(&edited);
		return;
	}
	outline_free(&of->now);
	str_free(&of->edited);
	of->edited = edited;
	outline_read(&of->now, str_cstr(&of->edited));
	of->changed = x->round;
}

void write_annotations(struct annotator *x)
{
	vec_clear(&x->edits.list);
	x->round++;
	for (uint32_t i = 0; i < x->targets.n; i++)
		if (!x->targets.at[i].lost && !x->targets.at[i].done)
			write_target(x, &x->targets.at[i]);
	write_functions(x);
	for (uint32_t i = 0; i < x->types.list.n && x->edits.list.n; i++)
		vec_push(&x->edits.list, x->types.list.at[i]);
	if (!x->in->kernel_style)
		write_classes(x);
	for (uint32_t s = 0; s < x->sources.n; s++)
		edit_source(x, s);
}
