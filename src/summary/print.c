/* SPDX-License-Identifier: MIT */
/*
 * A summary as a table, the way RELAY's Figure 1 shows it: what the function does
 * to locks, then each access with the locks held and dropped at it. Accesses that
 * callees keep to themselves (they mention no formal) are listed below them, with the
 * locks that the callee holds itself.
 */
#include "summary/summary.h"

#include <string.h>

struct table {
	const struct summaries *all;
	const struct program *p;
	const struct pointers *pt;
	FILE *out;
};

static void print_locks(const struct table *t, const struct summary *s, const struct lockset *l,
			struct str *out)
{
	str_add(out, "{");
	for (uint32_t i = 0; i < l->held_count; i++) {
		const struct held *h = &l->held[i];
		str_add(out, i ? ", " : "");
		path_print_lock(&s->paths, h->lock, t->p, t->pt, s->func, out);
		if (h->mode == MODE_SHARED)
			str_add(out, " shared");
		if (h->kind == LOCK_SETTING || h->kind == LOCK_SET)
			str_add(out, h->kind == LOCK_SET ? " set" : " to be set");
		else if (h->kind == LOCK_CLAIMED)
			str_add(out, " claimed");
		else if (h->kind == LOCK_SELF)
			str_add(out, " is this thread");
		else if (h->kind == LOCK_ENDED)
			str_add(out, " has ended");
		else if (h->depth > 1)
			str_addf(out, " x%u", h->depth);
	}
	str_add(out, "} {");
	for (uint32_t i = 0; i < l->dropped_count; i++) {
		str_add(out, i ? ", " : "");
		path_print_lock(&s->paths, l->dropped[i], t->p, t->pt, s->func, out);
	}
	str_add(out, l->dropped_any ? "any}" : "}");
}

static const char *kind_name(const struct access *a)
{
	static const char *const plain[] = {"read", "write", "free"};
	static const char *const atomic[] = {"atomic read", "atomic write", "free"};
	return (a->flags & ACCESSF_ATOMIC ? atomic : plain)[a->kind];
}

static const char *signs_name(uint8_t signs)
{
	static const char *const names[] = {"never", "< 0", "== 0", "<= 0",
					    "> 0",   "!= 0", ">= 0", "any"};
	return names[signs & SIGN_ANY];
}

static void print_facts(const struct table *t, const struct summary *s, uint32_t first,
			uint32_t n, struct str *out)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct fact *f = &s->facts.at[first + i];
		str_add(out, " when ");
		path_print_value(&s->paths, f->path, t->p, t->pt, s->func, out);
		if (f->target)
			str_addf(out, " is %s",
				 ir_str(t->p, t->p->symbols.at[f->target].name));
		else if (f->exact)
			str_addf(out, " == %lld", (long long)f->value);
		else
			str_addf(out, " %s", signs_name(f->signs));
	}
}

static void print_access(const struct table *t, const struct summary *s, const struct access *a)
{
	struct str memory = {0}, locks = {0}, facts = {0};
	const struct ir_loc *l = ir_loc_at(t->p, a->func, a->inst);
	path_print_memory(&s->paths, a->path, a->size, t->p, t->pt, s->func, &memory);
	print_locks(t, s, &s->locksets.at[a->lockset], &locks);
	print_facts(t, s, a->fact_first, a->fact_count, &facts);
	fprintf(t->out, "  %-12s %-28s %-34s line %u%s\n", kind_name(a), str_cstr(&memory),
		str_cstr(&locks), l->line, str_cstr(&facts));
	str_free(&memory);
	str_free(&locks);
	str_free(&facts);
}

static void print_outcome(const struct table *t, const struct summary *s,
			  const struct outcome *o)
{
	struct str text = {0};
	print_facts(t, s, o->fact_first, o->fact_count, &text);
	str_add(&text, " ");
	print_locks(t, s, &s->locksets.at[o->lockset], &text);
	fprintf(t->out, "  returns %-6s%s\n", signs_name(o->signs), str_cstr(&text));
	str_free(&text);
}

static void print_fork(const struct table *t, const struct summary *s, const struct fork *f)
{
	struct str entry = {0}, argument = {0};
	if (!f->entry)
		return;
	path_print_value(&s->paths, f->entry, t->p, t->pt, s->func, &entry);
	path_print_value(&s->paths, f->argument, t->p, t->pt, s->func, &argument);
	fprintf(t->out, "  creates      %s(%s)%s%s\n", str_cstr(&entry), str_cstr(&argument),
		f->flags & FORKF_LOOP ? " many" : "",
		f->flags & FORKF_ARG_FRESH ? " fresh" : "");
	for (uint32_t i = 0; i < f->content_count; i++) {
		const struct content *c = &s->contents.at[f->content_first + i];
		str_clear(&entry);
		str_clear(&argument);
		path_print_memory(&s->paths, c->address, 8, t->p, t->pt, s->func, &entry);
		path_print_value(&s->paths, c->value, t->p, t->pt, s->func, &argument);
		fprintf(t->out, "  with         %s = %s\n", str_cstr(&entry),
			str_cstr(&argument));
	}
	str_free(&entry);
	str_free(&argument);
}

void summary_print(const struct summaries *all, func_id f, const struct program *p,
		   const struct pointers *pt, FILE *out)
{
	struct table t = {all, p, pt, out};
	const struct summary *s = &all->at[f];
	fprintf(out, "%s: locks held, locks dropped\n", ir_func_name(p, f));
	for (uint32_t i = 0; i < s->outcomes.n; i++)
		print_outcome(&t, s, &s->outcomes.at[i]);
	for (uint32_t i = 0; i < s->forks.n; i++)
		print_fork(&t, s, &s->forks.at[i]);
	for (uint32_t i = 0; i < s->open.n; i++)
		print_access(&t, s, &s->open.at[i]);
	for (uint32_t i = 0; i < s->closed.n; i++)
		print_access(&t, s, &s->closed.at[i]);
	uint32_t last = 0;
	for (uint32_t i = 0; i < s->calls.n; i++) {
		const struct summary *c = &all->at[s->calls.at[i].callee];
		if (s->calls.at[i].callee == last || !c->closed.n)
			continue;
		last = s->calls.at[i].callee;
		fprintf(out, "  and in %s:\n", ir_func_name(p, last));
		for (uint32_t k = 0; k < c->closed.n; k++)
			print_access(&t, c, &c->closed.at[k]);
	}
}
