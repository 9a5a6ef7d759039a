/* SPDX-License-Identifier: MIT */
/* The table of flags.def, and what to do when clang knows better. */
#include "project/flags.h"

#include <stdio.h>
#include <string.h>

enum match { EXACT, PREFIX };
enum argument { ARGUMENT_0, ARGUMENT_1, ARGUMENT_J };
enum action { KEEP, DROP, GCC };

struct flag_rule {
	const char *flag;
	uint8_t match, argument, action;
};

static const struct flag_rule rules[] = {
#define FLAG(flag, match, argument, action) {flag, match, ARGUMENT_##argument, action},
#include "project/flags.def"
#undef FLAG
};
static const struct flag_rule pass_on = {"", PREFIX, ARGUMENT_0, KEEP};

static bool rule_fits(const struct flag_rule *r, const char *word)
{
	if (r->match == EXACT)
		return strcmp(word, r->flag) == 0;
	return strncmp(word, r->flag, strlen(r->flag)) == 0;
}

static const struct flag_rule *rule_of(const char *word)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		if (rule_fits(&rules[i], word))
			return &rules[i];
	}
	return &pass_on;
}

static bool takes_next(const struct flag_rule *r, const char *word)
{
	return r->argument == ARGUMENT_1 ||
	       (r->argument == ARGUMENT_J && strcmp(word, r->flag) == 0);
}

static void note_language(struct kept_flags *k, const char *word, const char *next)
{
	if (strncmp(word, "-x", 2) == 0)
		k->language = word[2] ? word + 2 : next;
}

void flags_choose(struct kept_flags *k, struct arena *a, const char *const *words,
		  uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		const char *word = words[i];
		if (word[0] != '-' || !word[1])
			continue;
		if (strcmp(word, "--") == 0)
			return; /* only inputs follow */
		const struct flag_rule *r = rule_of(word);
		const char *next = takes_next(r, word) && i + 1 < n ? words[++i] : NULL;
		struct words *to = r->action == KEEP ? &k->kept : &k->dropped;
		if (r->action == DROP || (takes_next(r, word) && !next))
			continue;
		note_language(k, word, next);
		vec_push(&to->list, arena_strdup(a, word));
		if (next)
			vec_push(&to->list, arena_strdup(a, next));
	}
}

void flags_free(struct kept_flags *k)
{
	words_free(&k->kept);
	words_free(&k->dropped);
}

/* Length of "-gcc", "-cc" or "-clang" with an optional version at the end. */
static size_t compiler_suffix(const char *name)
{
	static const char *const ends[] = {"-gcc", "-cc", "-clang"};
	size_t n = strlen(name), cut = n;
	while (cut > 0 && strchr("0123456789.", name[cut - 1]))
		cut--;
	if (cut == n || cut == 0 || name[cut - 1] != '-')
		cut = n;
	else
		cut--;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		size_t m = strlen(ends[i]);
		if (cut > m && memcmp(name + cut - m, ends[i], m) == 0)
			return n - cut + m;
	}
	return 0;
}

const char *flags_target_of_compiler(struct arena *a, const char *compiler)
{
	const char *slash = strrchr(compiler, '/');
	const char *name = slash ? slash + 1 : compiler;
	size_t suffix = compiler_suffix(name);
	if (suffix == 0)
		return NULL;
	char *target = arena_strdup(a, name);
	target[strlen(name) - suffix] = 0;
	return strchr(target, '-') ? target : NULL; /* at least cpu-system */
}

/* ---- what clang does not know ---- */

/* "unknown argument: '-x'", "unsupported argument 'a' to option '-b='",
 * "unknown target CPU 'a'": a flag is meant when it is one of the quoted words,
 * or a quoted word that ends in '=' followed by another. */
static bool flag_is_named(const char *flag, const char *line)
{
	size_t n = strlen(flag);
	bool cpu = strncmp(flag, "-m", 2) == 0 && strstr(line, "unknown target CPU");
	for (const char *q = strchr(line, '\''); q; q = strchr(q, '\'')) {
		const char *end = strchr(++q, '\'');
		size_t m = end ? (size_t)(end - q) : 0;
		if (m == 0)
			return false;
		if (m == n && memcmp(q, flag, n) == 0)
			return true;
		if (q[m - 1] == '=' && m < n && memcmp(q, flag, m) == 0)
			return true;
		if (cpu && m < n && flag[n - m - 1] == '=' && memcmp(flag + n - m, q, m) == 0)
			return true;
		q = end + 1;
	}
	return false;
}

static bool line_rejects_flag(const char *line)
{
	static const char *const says[] = {"error: unknown argument",
					   "error: unsupported option",
					   "error: unsupported argument",
					   "error: invalid value",
					   "error: unknown target CPU"};
	for (size_t i = 0; i < sizeof(says) / sizeof(*says); i++) {
		if (strstr(line, says[i]))
			return true;
	}
	return false;
}

static bool drop_named(struct words *flags, struct words *dropped, const char *line)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < flags->list.n; i++) {
		if (flag_is_named(flags->list.at[i], line))
			vec_push(&dropped->list, flags->list.at[i]);
		else
			flags->list.at[kept++] = flags->list.at[i];
	}
	bool some = kept < flags->list.n;
	flags->list.n = kept;
	return some;
}

bool flags_drop_rejected(struct words *flags, struct words *dropped, const char *errors)
{
	bool some = false;
	char line[1024];
	while (*errors) {
		size_t n = strcspn(errors, "\n");
		snprintf(line, sizeof(line), "%.*s", n < 1000 ? (int)n : 1000, errors);
		if (line_rejects_flag(line))
			some |= drop_named(flags, dropped, line);
		errors += n + (errors[n] == '\n');
	}
	return some;
}
