/* SPDX-License-Identifier: MIT */
/*
 * Assembly outside of functions, of which one word matters: '.symver f_v2, f@@V2' makes
 * the function f_v2 the one that callers of f get. Libraries with versioned symbols
 * define most of their interface like that; without it, f would be a function without
 * a body. Other versions, 'f@V1', are for programs that were linked long ago.
 */
#include <string.h>

#include "front/llvm/module.h"

struct word {
	const char *at;
	size_t n;
};

static bool is_end(char c)
{
	return !c || c == '\n' || c == ';';
}

static struct word next_word(const char **at)
{
	*at += strspn(*at, " \t,\"");
	size_t n = strcspn(*at, " \t,\";\n");
	struct word w = {*at, n};
	*at += n;
	return w;
}

static sym_id find_symbol(const struct module *mod, struct word w)
{
	for (sym_id s = 1; s < mod->p->symbols.n; s++) {
		const char *name = ir_str(mod->p, mod->p->symbols.at[s].name);
		if (strlen(name) == w.n && memcmp(name, w.at, w.n) == 0)
			return s;
	}
	return 0;
}

/* A definition of that name in another unit wins. */
static void make_alias(struct module *mod, struct word name, sym_id target)
{
	sym_id s = find_symbol(mod, name);
	if (!s) {
		struct ir_symbol alias = mod->p->symbols.at[target];
		s = mod->p->symbols.n;
		alias.name = alias.source_name = intern_bytes(&mod->p->strings, name.at, name.n);
		alias.func = 0;
		alias.init = alias.init_count = 0;
		vec_push(&mod->p->symbols, alias);
	} else if (s == target || mod->p->symbols.at[s].flags & SYMF_DEFINED) {
		return;
	}
	mod->p->symbols.at[s].target = target;
	mod->p->symbols.at[s].flags |= SYMF_DEFINED;
	mod->p->symbols.at[s].linkage = LINK_WEAK;
}

static void read_version(struct module *mod, const char *at)
{
	struct word target = next_word(&at), name = next_word(&at);
	const char *version = memchr(name.at, '@', name.n);
	sym_id s = find_symbol(mod, target);
	if (!version || version[1] != '@' || !s || !(mod->p->symbols.at[s].flags & SYMF_DEFINED))
		return;
	name.n = (size_t)(version - name.at);
	if (name.n)
		make_alias(mod, name, s);
}

void module_read_assembly(struct module *mod)
{
	const char *at = str_cstr(&mod->bc->assembly);
	while (*at) {
		struct word w = next_word(&at);
		if (w.n == 7 && memcmp(w.at, ".symver", 7) == 0)
			read_version(mod, at);
		while (!is_end(*at))
			at++;
		at += *at != 0;
	}
}
