/* SPDX-License-Identifier: MIT */
/*
 * The reader of model files: rows of 'name, name(parameters): effect; effect'.
 * Comes in: text. Goes out: one struct model a name. It is strict: whatever it
 * does not know is an error that says what stood there and what was expected.
 */
#include "model/parse.h"

#include <string.h>

#include "base/str.h"

/* Rows that are about the program's own functions and variables. */
enum { ABOUT_NAMES = MODELF_INTERRUPT | MODELF_THREAD | MODELF_BEGIN | MODELF_END |
		     MODELF_PROBE | MODELF_REMOVE | MODELF_ENTRY | MODELF_OUTSIDE |
		     MODELF_OPENS | MODELF_CLOSES | MODELF_CANCELLED | MODELF_CLEANUP_BEGINS |
		     MODELF_CLEANUP_ENDS | MODELF_KERNEL };

static bool expect_sign(struct reader *r, char sign, const char *what)
{
	if (!token_is_sign(&r->lexer.token, sign))
		return lex_expected(&r->lexer, what);
	return lex_next(&r->lexer);
}

static struct word token_word(const struct token *t)
{
	return (struct word){.text = t->text, .size = t->size};
}

static bool same_word(struct word a, struct word b)
{
	return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}

/* ---- the head of a row ---- */

static bool read_name(struct reader *r)
{
	struct lexer *x = &r->lexer;
	bool suffix = x->token.kind == TOKEN_SIGN && *x->token.text == '*';
	if (suffix && !lex_next(x))
		return false;
	bool assembly = x->token.kind == TOKEN_STRING && !suffix;
	if (x->token.kind != TOKEN_NAME && !assembly)
		return lex_expected(x, "a function name");
	struct word name = token_word(&x->token);
	name.suffix = suffix;
	name.assembly = assembly;
	if (!lex_next(x))
		return false;
	if (!suffix && !assembly && token_is_sign(&x->token, '*') && x->token.touches_last) {
		name.prefix = true;
		name.size++; /* the star is part of its key */
		if (!lex_next(x))
			return false;
	}
	vec_push(&r->names, name);
	return true;
}

static bool read_names(struct reader *r)
{
	if (!read_name(r))
		return false;
	while (token_is_sign(&r->lexer.token, ',')) {
		if (!lex_next(&r->lexer))
			return false;
		if (!token_in_row(&r->lexer.token))
			return lex_expected(&r->lexer, "a function name after ','");
		if (!read_name(r))
			return false;
	}
	return true;
}

static bool add_param(struct reader *r, struct word name)
{
	static const struct word result = {.text = "result", .size = 6};
	static const struct word unnamed = {.text = "_", .size = 1};
	struct lexer *x = &r->lexer;
	if (same_word(name, result))
		return lex_fail(x, "an argument cannot be called 'result': that names what "
				     "the function returns");
	for (int i = 0; i < r->param_count; i++)
		if (same_word(r->params[i], name) && !same_word(name, unnamed))
			return lex_fail(x, "two arguments are called '%.*s'",
					  token_shown(name.size), name.text);
	if (r->param_count == MAX_PARAMS)
		return lex_fail(x, "more than %d arguments", MAX_PARAMS);
	r->params[r->param_count++] = name;
	return true;
}

static bool read_param(struct reader *r)
{
	struct lexer *x = &r->lexer;
	if (token_in_row(&x->token) && x->token.kind == TOKEN_DOTS) {
		r->vararg = true;
		return lex_next(x);
	}
	if (!token_in_row(&x->token) || x->token.kind != TOKEN_NAME)
		return lex_expected(x, "an argument name, '_' or '...'");
	return add_param(r, token_word(&x->token)) && lex_next(x);
}

static bool read_params(struct reader *r)
{
	r->param_count = 0;
	if (!lex_next(&r->lexer))
		return false;
	if (token_is_sign(&r->lexer.token, ')'))
		return lex_next(&r->lexer);
	for (;;) {
		if (!read_param(r))
			return false;
		if (r->vararg || !token_is_sign(&r->lexer.token, ','))
			break;
		if (!lex_next(&r->lexer))
			return false;
	}
	return expect_sign(r, ')', r->vararg ? "')' after '...'" : "',' or ')'");
}

/* ---- effects ---- */

static bool read_locked(struct reader *r)
{
	struct lexer *x = &r->lexer;
	if (!lex_next(x))
		return false;
	if (!token_in_row(&x->token) || x->token.kind != TOKEN_STRING)
		return lex_expected(x, "the name of a global lock in quotes");
	r->flags |= MODELF_LOCKED;
	char *name = arena_alloc(&r->models->memory, x->token.size + 1);
	memcpy(name, x->token.text, x->token.size);
	name[x->token.size] = 0;
	r->lock_name = name;
	return lex_next(x);
}

static uint32_t flag_of(const struct token *t)
{
	static const struct {
		const char *word;
		uint32_t flag;
	} words[] = {{"wins", MODELF_WINS}, {"interrupt", MODELF_INTERRUPT},
		     {"enables_interrupts", MODELF_ENABLES}, {"thread", MODELF_THREAD},
		     {"module_begin", MODELF_BEGIN}, {"module_end", MODELF_END},
		     {"probe", MODELF_PROBE}, {"remove", MODELF_REMOVE},
		     {"entry", MODELF_ENTRY}, {"outlives", MODELF_OUTLIVES},
		     {"first", MODELF_FIRST}, {"last", MODELF_LAST},
		     {"alone", MODELF_ALONE}, {"outside", MODELF_OUTSIDE},
		     {"opens", MODELF_OPENS}, {"closes", MODELF_CLOSES},
		     {"cancellation_point", MODELF_CANCELLED},
		     {"cleanup_begins", MODELF_CLEANUP_BEGINS},
		     {"cleanup_ends", MODELF_CLEANUP_ENDS},
		     {"kernel", MODELF_KERNEL}, {"primitive", MODELF_PRIMITIVE}};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (token_is_word(t, words[i].word))
			return words[i].flag;
	return 0;
}

static bool read_item(struct reader *r)
{
	struct lexer *x = &r->lexer;
	uint32_t flag = flag_of(&x->token);
	if (flag) {
		r->flags |= flag;
		return lex_next(x);
	}
	if (token_is_word(&x->token, "locked"))
		return read_locked(r);
	struct effect e;
	if (!read_effect(r, &e))
		return false;
	vec_push(&r->effects, e);
	return true;
}

static bool check_effects(struct reader *r)
{
	bool names = r->flags & ABOUT_NAMES;
	uint32_t about = r->flags & ABOUT_NAMES;
	if (names && (r->effects.n || (about & (about - 1)) ||
		      r->flags & (MODELF_WINS | MODELF_ENABLES | MODELF_PRIMITIVE)))
		return lex_fail(&r->lexer, "a row about functions of the program has no effects");
	for (uint32_t i = 0; i < r->names.n; i++)
		if (r->names.at[i].suffix && !names)
			return lex_fail(&r->lexer, "a name begins with '*' in a row that is not "
						   "about functions of the program");
	for (uint32_t i = 0; i < r->effects.n && r->effects.n > 1; i++)
		if (r->effects.at[i].kind == EFFECT_NONE)
			return lex_fail(&r->lexer, "'none' with other effects");
	return true;
}

static bool read_items(struct reader *r)
{
	for (;;) {
		if (!read_item(r))
			return false;
		if (!token_is_sign(&r->lexer.token, ';'))
			break;
		if (!lex_next(&r->lexer))
			return false;
	}
	if (token_in_row(&r->lexer.token))
		return lex_expected(&r->lexer, "';' or the end of the row");
	return check_effects(r);
}

/* ---- storing a row ---- */

static void put_model(struct models *m, uint32_t key, const struct model *row)
{
	uint32_t place = map_get(&m->by_name, key, 0);
	if (place) {
		m->list.at[place - 1] = *row;
		return;
	}
	vec_push(&m->list, *row);
	map_put(&m->by_name, key, m->list.n);
	if (row->flags & MODELF_PREFIX)
		vec_push(&m->prefixes, m->list.n - 1);
}

static void add_pattern(struct reader *r, struct word name)
{
	struct models *m = r->models;
	size_t n = name.size - name.prefix;
	char *text = arena_alloc(&m->memory, n + 1);
	memcpy(text, name.text, n);
	text[n] = 0;
	vec_push(&m->patterns, ((struct name_pattern){text, name.prefix, name.suffix,
							 r->flags, r->lock_name, r->file}));
}

static uint32_t key_of(struct models *m, struct word name)
{
	struct str text = {0};
	if (name.assembly)
		model_assembly_name(&text, name.text, name.size);
	else
		str_addn(&text, name.text, name.size);
	uint32_t key = intern_bytes(&m->names, str_cstr(&text), text.n);
	str_free(&text);
	return key;
}

static bool add_row(struct reader *r, struct model *row, struct word name)
{
	struct models *m = r->models;
	uint32_t key = key_of(m, name);
	uint32_t place = map_get(&m->by_name, key, 0);
	if (place && m->list.at[place - 1].file == r->file) {
		r->lexer.token.line = row->line;
		return lex_fail(&r->lexer, "%s already has a row in this file, at line %u",
				  intern_at(&m->names, key), m->list.at[place - 1].line);
	}
	row->name = intern_at(&m->names, key);
	if (name.prefix) {
		row->flags |= MODELF_PREFIX;
		row->name = intern_at(&m->names,
				      intern_bytes(&m->names, name.text, name.size - 1));
	}
	put_model(m, key, row);
	row->flags &= ~(uint32_t)MODELF_PREFIX;
	return true;
}

static bool add_rows(struct reader *r, uint32_t line)
{
	struct effect *effects = arena_memdup(&r->models->memory, r->effects.at,
					      r->effects.n * sizeof(*r->effects.at));
	struct model row = {.file = r->file, .line = line, .effects = effects,
			    .flags = r->flags | (r->vararg ? MODELF_VARARG : 0),
			    .effect_count = r->effects.n, .lock_name = r->lock_name,
			    .param_count = r->param_count};
	for (uint32_t i = 0; i < r->names.n; i++) {
		if (r->flags & ABOUT_NAMES)
			add_pattern(r, r->names.at[i]);
		else if (!add_row(r, &row, r->names.at[i]))
			return false;
	}
	return true;
}

static void clear_row(struct reader *r)
{
	vec_clear(&r->names);
	vec_clear(&r->effects);
	r->param_count = -1;
	r->vararg = false;
	r->flags = 0;
	r->lock_name = NULL;
}

static bool read_row(struct reader *r)
{
	uint32_t line = r->lexer.token.line;
	clear_row(r);
	if (!r->lexer.token.first_column)
		return lex_expected(&r->lexer, "a row, which starts in the first column");
	if (!read_names(r))
		return false;
	if (token_is_sign(&r->lexer.token, '(') && !read_params(r))
		return false;
	return expect_sign(r, ':', "':' before the effects") && read_items(r) &&
	       add_rows(r, line);
}

bool models_add_text(struct models *m, const char *file, const char *text, size_t size,
		     char *message, size_t message_size)
{
	struct reader r = {.models = m, .file = arena_strdup(&m->memory, file)};
	lex_init(&r.lexer, r.file, text, size, message, message_size);
	bool good = lex_next(&r.lexer);
	while (good && r.lexer.token.kind != TOKEN_END)
		good = read_row(&r);
	vec_free(&r.names);
	vec_free(&r.effects);
	return good;
}
