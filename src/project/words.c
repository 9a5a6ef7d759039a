/* SPDX-License-Identifier: MIT */
/*
 * One pass over the characters with one state: which quote we are in. 'started'
 * tells an empty word ("") from no word.
 */
#include "project/words.h"

#include <string.h>

#include "base/str.h"

struct splitter {
	struct words *out;
	struct arena *memory;
	enum word_rules rules;
	struct str word;
	bool started;
	char quote; /* 0, ' or " */
};

static void end_word(struct splitter *s)
{
	if (s->started)
		vec_push(&s->out->list, arena_strdup(s->memory, str_cstr(&s->word)));
	str_clear(&s->word);
	s->started = false;
}

/* Does a backslash escape 'next' here? */
static bool escapes(const struct splitter *s, char next)
{
	if (s->rules == WORDS_RESPONSE || s->quote == 0)
		return true;
	return s->quote == '"' && strchr("$`\"\\\n", next) != NULL;
}

static void add(struct splitter *s, char c)
{
	s->started = true;
	str_addc(&s->word, c);
}

/* A backslash and the character after it; a pair with newline vanishes. */
static void add_escaped(struct splitter *s, char next)
{
	if (next == '\n' && s->rules == WORDS_SHELL)
		return;
	add(s, next);
}

static void take(struct splitter *s, char c)
{
	if (s->quote == c) {
		s->quote = 0;
	} else if (s->quote) {
		add(s, c);
	} else if (c == '\'' || c == '"') {
		s->quote = c;
		s->started = true;
	} else if (strchr(" \t\n\r\v\f", c)) {
		end_word(s);
	} else {
		add(s, c);
	}
}

bool words_split(struct words *w, struct arena *a, enum word_rules rules,
		 const char *text, size_t size)
{
	struct splitter s = {.out = w, .memory = a, .rules = rules};
	for (size_t i = 0; i < size && text[i]; i++) {
		bool more = i + 1 < size && text[i + 1];
		if (text[i] == '\\' && more && escapes(&s, text[i + 1]))
			add_escaped(&s, text[++i]);
		else
			take(&s, text[i]);
	}
	end_word(&s);
	str_free(&s.word);
	return s.quote == 0;
}

void words_free(struct words *w)
{
	vec_free(&w->list);
}
