/* SPDX-License-Identifier: MIT */
/*
 * One pass over the words of a source. Braces are counted, with the name of the struct that each
 * opens; a struct without a tag gets the name that follows its end, as typedefs do.
 */
#include "project/annotated.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"

enum { MAX_NESTED = 64 };

struct word {
	const char *at;
	size_t n; /* 0: the end */
};

struct brace {
	bool record;
	struct word name;  /* n 0: none yet */
	uint32_t first;	   /* annotations of an unnamed struct begin there */
};

struct scanner {
	struct annotations *out;
	struct arena *memory;
	const char *at;
	uint32_t line;
	struct brace braces[MAX_NESTED];
	uint32_t depth;
	struct word last_name; /* the declarator that an annotation is about */
	struct word tag;	  /* behind 'struct' */
	bool after_struct;
};

/* ---- words ---- */

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static void skip_to(struct scanner *s, const char *end)
{
	for (; s->at < end; s->at++)
		s->line += *s->at == '\n';
}

static void skip_quoted(struct scanner *s)
{
	const char *p = s->at;
	char quote = *p++;
	while (*p && *p != quote && *p != '\n')
		p += *p == '\\' && p[1] ? 2 : 1;
	skip_to(s, p + (*p == quote));
}

/* A directive, with the lines that it goes on in. */
static void skip_directive(struct scanner *s)
{
	const char *p = s->at;
	while (*p && *p != '\n')
		p += *p == '\\' && p[1] ? 2 : 1;
	skip_to(s, p);
}

static bool skip_comment(struct scanner *s)
{
	const char *end = NULL;
	if (s->at[0] == '/' && s->at[1] == '/')
		end = s->at + strcspn(s->at, "\n");
	else if (s->at[0] == '/' && s->at[1] == '*')
		end = strstr(s->at + 2, "*/");
	else
		return false;
	if (s->at[1] == '*')
		end = end ? end + 2 : s->at + strlen(s->at);
	skip_to(s, end);
	return true;
}

static struct word next_word(struct scanner *s)
{
	for (;;) {
		if (*s->at == '"' || *s->at == '\'')
			skip_quoted(s);
		else if (*s->at == '#')
			skip_directive(s);
		else if (isspace((unsigned char)*s->at))
			skip_to(s, s->at + 1);
		else if (!skip_comment(s))
			break;
	}
	struct word w = {s->at, *s->at != 0};
	while (is_name(*w.at) && is_name(w.at[w.n]))
		w.n++;
	s->at += w.n;
	return w;
}

static bool is(struct word w, const char *text)
{
	return w.n == strlen(text) && memcmp(w.at, text, w.n) == 0;
}

/* ---- annotations ---- */

static bool is_guard(struct word w)
{
	static const char *const names[] = {"GUARDED_BY", "guarded_by", "__guarded_by",
					    "__guarded_by__"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (is(w, names[i]))
			return true;
	return w.n > 11 && memcmp(w.at + w.n - 11, "_GUARDED_BY", 11) == 0 &&
	       !is(w, "PT_GUARDED_BY");
}

/* What is in the parentheses, if it is a name or names with dots; '&' does not matter. */
static const char *take_lock(struct scanner *s)
{
	struct str lock = {0};
	struct word w = next_word(s);
	bool plain = is(w, "(");
	for (w = next_word(s); plain && w.n && !is(w, ")"); w = next_word(s)) {
		plain = is_name(*w.at) || is(w, ".") || is(w, "&");
		if (!is(w, "&"))
			str_addn(&lock, w.at, w.n);
	}
	const char *text = plain && lock.n ? arena_strdup(s->memory, str_cstr(&lock)) : NULL;
	str_free(&lock);
	return text;
}

static const struct brace *innermost(const struct scanner *s)
{
	return s->depth && s->depth <= MAX_NESTED ? &s->braces[s->depth - 1] : NULL;
}

static void add(struct scanner *s, uint32_t line)
{
	struct word name = s->last_name;
	const struct brace *b = innermost(s);
	const char *lock = take_lock(s);
	if (!lock || !name.n || (s->depth && !(b && b->record)))
		return;
	const char *memory = arena_printf(s->memory, "%.*s", (int)name.n, name.at);
	if (b && b->name.n)
		memory = arena_printf(s->memory, "%.*s.%s", (int)b->name.n, b->name.at, memory);
	vec_push(&s->out->list, ((struct annotation){memory, lock, line}));
}

/* ---- braces ---- */

static void open_brace(struct scanner *s)
{
	if (s->depth < MAX_NESTED)
		s->braces[s->depth] = (struct brace){s->after_struct, s->tag, s->out->list.n};
	s->depth++;
}

/* 'typedef struct { ... } name;' */
static void close_brace(struct scanner *s)
{
	if (!s->depth || --s->depth >= MAX_NESTED)
		return;
	const struct brace *b = &s->braces[s->depth];
	if (!b->record || b->name.n || b->first == s->out->list.n)
		return;
	struct scanner ahead = *s;
	struct word name = next_word(&ahead);
	for (uint32_t i = b->first; i < s->out->list.n; i++) {
		struct annotation *x = &s->out->list.at[i];
		if (name.n && is_name(*name.at))
			x->memory = arena_printf(s->memory, "%.*s.%s", (int)name.n, name.at,
						 x->memory);
	}
}

void annotations_read(struct annotations *out, struct arena *a, const char *text)
{
	struct scanner s = {.out = out, .memory = a, .at = text, .line = 1};
	if (!strstr(text, "uarded_by") && !strstr(text, "GUARDED_BY"))
		return;
	for (struct word w = next_word(&s); w.n; w = next_word(&s)) {
		bool tag = s.after_struct && is_name(*w.at) && !is(w, "__attribute__");
		if (is_guard(w)) {
			add(&s, s.line);
			continue;
		}
		if (is(w, "{"))
			open_brace(&s);
		else if (is(w, "}"))
			close_brace(&s);
		if (is(w, "struct") || is(w, "union")) {
			s.after_struct = true;
			s.tag = (struct word){0};
		} else if (tag && !s.tag.n) {
			s.tag = w;
		} else if (!tag) {
			s.after_struct = false;
		}
		if (is_name(*w.at) && !isdigit((unsigned char)*w.at) && !is(w, "__attribute__"))
			s.last_name = w;
	}
}

void annotations_free(struct annotations *x)
{
	vec_free(&x->list);
}
