/* SPDX-License-Identifier: MIT */
/*
 * One pass makes tokens with the depth of braces around them; at #else the depth is what
 * it was at #if, so that alternatives which both open a brace do not count twice. What is
 * asked afterwards are short walks over tokens.
 */
#include "annotate/outline.h"

#include <ctype.h>
#include <string.h>

enum { MAX_CHOICES = 64 };

/* ---- tokens ---- */

struct reader {
	struct outline *o;
	const char *at;
	uint32_t line;
	uint16_t depth, choices;
	uint16_t depths[MAX_CHOICES]; /* at each #if */
};

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t quoted_length(const char *p)
{
	size_t n = 1;
	while (p[n] && p[n] != *p && p[n] != '\n')
		n += p[n] == '\\' && p[n + 1] ? 2 : 1;
	return n + (p[n] == *p);
}

/* With the lines that it goes on in, up to the end of the last. */
static size_t directive_length(const char *p)
{
	size_t n = 0;
	while (p[n] && p[n] != '\n')
		n += p[n] == '\\' && p[n + 1] ? 2 : 1;
	return n;
}

/* 0: no comment. */
static size_t comment_length(const char *p)
{
	if (p[0] == '/' && p[1] == '/')
		return strcspn(p, "\n");
	if (p[0] != '/' || p[1] != '*')
		return 0;
	const char *end = strstr(p + 2, "*/");
	return end ? (size_t)(end - p) + 2 : strlen(p);
}

static void pass(struct reader *r, size_t n)
{
	for (; n; n--, r->at++)
		r->line += *r->at == '\n';
}

static void skip_blank(struct reader *r)
{
	for (;;) {
		size_t n = isspace((unsigned char)*r->at) ? 1 : comment_length(r->at);
		if (!n)
			return;
		pass(r, n);
	}
}

static bool directive_is(const char *p, const char *word)
{
	p += 1 + strspn(p + 1, " \t");
	size_t n = strlen(word);
	return strncmp(p, word, n) == 0 && !is_name(p[n]);
}

static void follow_directive(struct reader *r)
{
	bool known = r->choices && r->choices <= MAX_CHOICES;
	if (directive_is(r->at, "if") || directive_is(r->at, "ifdef") ||
	    directive_is(r->at, "ifndef")) {
		if (r->choices < MAX_CHOICES)
			r->depths[r->choices] = r->depth;
		r->choices++;
	} else if (directive_is(r->at, "else") || directive_is(r->at, "elif")) {
		r->depth = known ? r->depths[r->choices - 1] : r->depth;
	} else if (directive_is(r->at, "endif") && r->choices) {
		r->choices--;
	}
}

static struct token next_token(struct reader *r)
{
	struct token t = {TOKEN_OTHER, r->depth,
			  r->choices,  (uint32_t)(r->at - r->o->text),
			  1,           r->line};
	if (is_name(*r->at)) {
		t.kind = TOKEN_WORD;
		while (is_name(r->at[t.n]))
			t.n++;
	} else if (*r->at == '"' || *r->at == '\'') {
		t.kind = TOKEN_QUOTED;
		t.n = (uint32_t)quoted_length(r->at);
	} else if (*r->at == '#') {
		t.kind = TOKEN_DIRECTIVE;
		follow_directive(r);
		t.n = (uint32_t)directive_length(r->at);
	} else if (*r->at == '{') {
		r->depth++;
	} else if (*r->at == '}') {
		r->depth -= r->depth > 0;
		t.depth = r->depth;
	}
	return t;
}

bool token_is(const struct outline *o, uint32_t token, const char *word)
{
	const struct token *t = &o->tokens.at[token];
	return t->n == strlen(word) && memcmp(o->text + t->at, word, t->n) == 0;
}

/* The bracket that closes this one, or the last token. */
static uint32_t closing(const struct outline *o, uint32_t open)
{
	char a = o->text[o->tokens.at[open].at];
	char b = a == '(' ? ')' : a == '[' ? ']' : '}';
	uint32_t depth = 0, i = open;
	for (; i + 1 < o->tokens.n; i++) {
		const struct token *t = &o->tokens.at[i];
		char c = t->kind == TOKEN_OTHER ? o->text[t->at] : 0;
		depth += c == a;
		depth -= c == b;
		if (depth == 0)
			break;
	}
	return i;
}

/* ---- functions ---- */

/* Attributes, by name or by macro. */
static uint32_t skip_attributes(const struct outline *o, uint32_t i)
{
	while (o->tokens.at[i].kind == TOKEN_WORD) {
		i++;
		if (token_is(o, i, "("))
			i = closing(o, i) + 1;
		if (i >= o->tokens.n)
			return o->tokens.n - 1;
	}
	return i;
}

static bool is_attribute(const struct outline *o, uint32_t i)
{
	return token_is(o, i, "__attribute__") || token_is(o, i, "__declspec") ||
	       token_is(o, i, "__asm__") || token_is(o, i, "_Alignas") ||
	       token_is(o, i, "asm");
}

/* Token i is a name in front of a parenthesis, and not the first of its declaration.
 * Returns where to go on. */
static uint32_t try_function(struct outline *o, uint32_t i)
{
	struct outline_function f = {i, i + 1, closing(o, i + 1), 0, 0};
	if (f.close + 1 >= o->tokens.n)
		return i + 1;
	uint32_t behind = skip_attributes(o, f.close + 1);
	if (token_is(o, behind, "{")) {
		f.body = behind;
		f.end = behind + 1;
		while (f.end + 1 < o->tokens.n &&
		       !(o->tokens.at[f.end].depth == 0 && token_is(o, f.end, "}")))
			f.end++;
	} else if (!token_is(o, behind, ";")) {
		return f.close + 1;
	}
	vec_push(&o->functions, f);
	return f.body ? f.end : behind;
}

static void find_functions(struct outline *o)
{
	bool first = true, value = false;
	for (uint32_t i = 0; i + 1 < o->tokens.n;) {
		const struct token *t = &o->tokens.at[i];
		bool outside = t->depth == 0 && t->kind != TOKEN_DIRECTIVE;
		bool ends = outside && (token_is(o, i, ";") || token_is(o, i, "}"));
		bool call = outside && t->kind == TOKEN_WORD && token_is(o, i + 1, "(");
		if (outside)
			value = !ends && (value || token_is(o, i, "="));
		if (call && is_attribute(o, i)) {
			i = closing(o, i + 1) + 1;
		} else if (call && !first && !value) {
			i = try_function(o, i);
		} else {
			i = call ? closing(o, i + 1) + 1 : i + 1;
			first = outside ? ends : first;
		}
	}
}

void outline_read(struct outline *o, const char *text)
{
	struct reader r = {.o = o, .at = text, .line = 1};
	*o = (struct outline){.text = text};
	for (skip_blank(&r); *r.at; skip_blank(&r)) {
		struct token t = next_token(&r);
		vec_push(&o->tokens, t);
		pass(&r, t.n);
	}
	struct token end = {TOKEN_OTHER, r.depth, r.choices, (uint32_t)(r.at - text),
			    0,           r.line};
	vec_push(&o->tokens, end);
	find_functions(o);
}

void outline_free(struct outline *o)
{
	vec_free(&o->tokens);
	vec_free(&o->functions);
}

const struct outline_function *outline_around(const struct outline *o, uint32_t line)
{
	for (uint32_t i = 0; i < o->functions.n; i++) {
		const struct outline_function *f = &o->functions.at[i];
		if (f->body && o->tokens.at[f->name].line <= line &&
		    line <= o->tokens.at[f->end].line)
			return f;
	}
	return NULL;
}

/* 'type *name', 'type name[]'; a type alone is one or two words, or ends with a star. */
static bool is_parameter_name(const struct outline *o, uint32_t first, uint32_t i)
{
	return i > first && o->tokens.at[i].kind == TOKEN_WORD &&
	       !token_is(o, i - 1, "struct") && !token_is(o, i - 1, "const") &&
	       !token_is(o, i, "const");
}

uint32_t outline_parameter(const struct outline *o, const struct outline_function *f,
			   uint32_t position)
{
	uint32_t first = f->open + 1;
	for (uint32_t i = first; i <= f->close; i++) {
		if (token_is(o, i, "(")) {
			i = closing(o, i);
			continue;
		}
		if (!token_is(o, i, ",") && i != f->close)
			continue;
		if (position == 0) {
			uint32_t last = i - 1;
			while (last > first && token_is(o, last, "]"))
				while (last > first && !token_is(o, last--, "["))
					;
			return i == first                          ? 0
			       : is_parameter_name(o, first, last) ? last
								   : i;
		}
		position--;
		first = i + 1;
	}
	return 0;
}

/* ---- declarations ---- */

/* The first token of the declaration that token i is in. */
static uint32_t start_of(const struct outline *o, uint32_t i)
{
	uint16_t depth = o->tokens.at[i].depth;
	for (; i > 0; i--) {
		const struct token *t = &o->tokens.at[i - 1];
		if (t->kind == TOKEN_DIRECTIVE || t->depth < depth ||
		    (t->depth == depth &&
		     (token_is(o, i - 1, ";") || token_is(o, i - 1, "}") ||
		      (depth && token_is(o, i - 1, "{")))))
			break;
	}
	return i;
}

static uint32_t end_of(const struct outline *o, uint32_t i)
{
	uint16_t depth = o->tokens.at[i].depth;
	while (i + 1 < o->tokens.n &&
	       !(o->tokens.at[i].depth == depth && token_is(o, i, ";")))
		i++;
	return i;
}

static uint32_t token_end(const struct outline *o, uint32_t i)
{
	return o->tokens.at[i].at + o->tokens.at[i].n;
}

static bool is_annotation(const struct outline *o, uint32_t i)
{
	const struct token *t = &o->tokens.at[i];
	static const char upper[] = "GUARDED_BY", lower[] = "guarded_by";
	for (uint32_t k = 0; k + sizeof(upper) - 1 <= t->n; k++) {
		const char *p = o->text + t->at + k;
		if (memcmp(p, upper, sizeof(upper) - 1) == 0 ||
		    memcmp(p, lower, sizeof(lower) - 1) == 0)
			return true;
	}
	return false;
}

/* Behind the declarator whose name is token i: arrays, parameters and bits belong to it.
 */
static bool place_declarator(const struct outline *o, uint32_t i,
			     struct outline_place *out)
{
	uint32_t last = i, k = i + 1;
	for (; token_is(o, k, "[") || token_is(o, k, "(") || token_is(o, k, ")"); k++) {
		if (!token_is(o, k, ")"))
			k = closing(o, k);
		last = k;
	}
	if (token_is(o, k, ":")) {
		last = k + 1;
		k += 2;
	}
	bool fits = token_is(o, k, ";") || token_is(o, k, ",") || token_is(o, k, "=") ||
		    o->tokens.at[k].kind == TOKEN_WORD;
	out->start = o->tokens.at[start_of(o, i)].at;
	out->insert = token_end(o, last);
	out->end = token_end(o, end_of(o, i));
	out->annotated = is_annotation(o, k);
	for (; o->tokens.at[k].kind == TOKEN_WORD; k = skip_attributes(o, k))
		out->annotated |= is_annotation(o, k);
	return fits;
}

static bool begins_with(const struct outline *o, uint32_t i, const char *word)
{
	return token_is(o, start_of(o, i), word);
}

bool outline_variable(const struct outline *o, const char *name, uint32_t line,
		      struct outline_place *out)
{
	for (uint32_t i = 0; i + 1 < o->tokens.n; i++) {
		const struct token *t = &o->tokens.at[i];
		if (t->depth || t->kind != TOKEN_WORD || !token_is(o, i, name))
			continue;
		if ((line ? t->line == line : begins_with(o, i, "extern")) &&
		    place_declarator(o, i, out))
			return true;
	}
	return false;
}

/* The brace that opens the struct. */
static uint32_t find_record(const struct outline *o, uint32_t line)
{
	for (uint32_t i = 0; i + 1 < o->tokens.n; i++) {
		if (o->tokens.at[i].line < line ||
		    !(token_is(o, i, "struct") || token_is(o, i, "union")))
			continue;
		uint32_t k = skip_attributes(o, i + 1);
		if (token_is(o, k, "{"))
			return k;
		if (o->tokens.at[i].line > line)
			break;
	}
	return 0;
}

bool outline_record(const struct outline *o, uint32_t line, struct outline_place *out)
{
	uint32_t open = find_record(o, line);
	if (!open)
		return false;
	/* an inner struct is part of the declaration of the outermost */
	uint32_t first = open;
	while (first && o->tokens.at[first].depth)
		first--;
	*out = (struct outline_place){o->tokens.at[start_of(o, first)].at,
				      o->tokens.at[closing(o, open)].at,
				      token_end(o, end_of(o, first)), false};
	return true;
}

bool outline_member(const struct outline *o, uint32_t line, const char *name,
		    struct outline_place *out)
{
	uint32_t open = find_record(o, line), end = open ? closing(o, open) : 0;
	for (uint32_t i = open; open && i < end; i++) {
		const struct token *t = &o->tokens.at[i];
		if (t->depth == o->tokens.at[open].depth + 1 && t->kind == TOKEN_WORD &&
		    token_is(o, i, name) && place_declarator(o, i, out))
			return true;
	}
	return false;
}

/* ---- includes ---- */

static bool is_include(const struct outline *o, uint32_t i)
{
	const struct token *t = &o->tokens.at[i];
	return t->kind == TOKEN_DIRECTIVE && directive_is(o->text + t->at, "include");
}

bool outline_includes(const struct outline *o, const char *header)
{
	size_t n = strlen(header);
	for (uint32_t i = 0; i + 1 < o->tokens.n; i++) {
		const char *line = o->text + o->tokens.at[i].at;
		const char *end = line + o->tokens.at[i].n;
		for (const char *p = line; is_include(o, i) && p + n < end; p++)
			if (memcmp(p, header, n) == 0 && (p[n] == '"' || p[n] == '>') &&
			    (p[-1] == '"' || p[-1] == '<' || p[-1] == '/'))
				return true;
	}
	return false;
}

/* Behind the last #include that is under the fewest conditions; without one behind the
 * guard of a header, or in front of everything. */
uint32_t outline_include(const struct outline *o, uint32_t before)
{
	uint32_t best = UINT32_MAX, guard = UINT32_MAX;
	for (uint32_t i = 0; i + 1 < o->tokens.n && o->tokens.at[i].at < before; i++) {
		const struct token *t = &o->tokens.at[i];
		if (is_include(o, i) &&
		    (best == UINT32_MAX || t->choices <= o->tokens.at[best].choices))
			best = i;
		if (i == 1 && t->choices == 1 && t->kind == TOKEN_DIRECTIVE &&
		    directive_is(o->text + t->at, "define"))
			guard = i;
	}
	best = best == UINT32_MAX ? guard : best;
	if (best == UINT32_MAX)
		return o->tokens.at[0].at;
	return token_end(o, best) + 1;
}
