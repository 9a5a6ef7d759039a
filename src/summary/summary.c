/* SPDX-License-Identifier: MIT */
/* Memory and names of summaries. */
#include "summary/summary.h"

#include <stdlib.h>

#include "base/number.h"

const char *summary_limit_name(enum summary_limit l)
{
	static const char *const names[LIMIT_COUNT] = {
		[LIMIT_OPEN_ACCESSES] = "limit: calls whose accesses are not copied",
		[LIMIT_STATES] = "limit: states joined",
		[LIMIT_LOCKS] = "limit: locks forgotten",
		[LIMIT_FORKS] = "limit: forks sharing a number",
		[LIMIT_WRITES] = "limit: writes not listed",
		[LIMIT_PATH_DEPTH] = "limit: path depth",
		[LIMIT_ROUNDS] = "limit: rounds of a recursive component",
		[LIMIT_MODIFIED] = "limit: modified cells",
	};
	return l < LIMIT_COUNT ? names[l] : "?";
}

void summary_free(struct summary *s)
{
	paths_free(&s->paths);
	free(s->locksets.at);
	free(s->orders.at);
	free(s->order_paths.at);
	free(s->aliases.at);
	free(s->order_phases.at);
	free(s->order_absent.at);
	free(s->contents.at);
	free(s->origins.at);
	free(s->chains.at);
	free(s->open.at);
	free(s->closed.at);
	free(s->forks.at);
	free(s->calls.at);
	free(s->call_args.at);
	free(s->ruled_out.at);
	free(s->known.at);
	free(s->loads.at);
	free(s->pointed.at);
	free(s->outcomes.at);
	free(s->facts.at);
	free(s->values.at);
	free(s->writes.at);
	free(s->syncs.at);
	free(s->puts.at);
	free(s->modified.at);
	notes_free(&s->notes);
	*s = (struct summary){0};
}

path_id summary_origin(const struct summary *s, uint32_t inst)
{
	uint32_t low = 0, high = s->origins.n;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (path_at(&s->paths, s->origins.at[middle].value)->b < inst)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->origins.n && path_at(&s->paths, s->origins.at[low].value)->b == inst
		       ? s->origins.at[low].address
		       : 0;
}

bool summary_fork_is_open(const struct summary *s, const struct fork *f)
{
	for (uint32_t i = 0; i < f->content_count; i++)
		if (path_is_open(&s->paths, s->contents.at[f->content_first + i].value))
			return true;
	return path_is_open(&s->paths, f->entry) || path_is_open(&s->paths, f->argument) ||
	       f->flags & FORKF_ID_RETURNED;
}

uint64_t summary_fork_bit(uint32_t fork)
{
	return UINT64_C(1) << (fork < 63 ? fork : 63);
}

uint32_t phase_step(const struct phase *p)
{
	return p->least == p->most ? 0 : p->every ? p->every : 1;
}

uint32_t phase_step_added(const struct phase *x, const struct phase *y)
{
	return (uint32_t)number_gcd(phase_step(x), phase_step(y));
}

uint32_t phase_step_joined(const struct phase *x, const struct phase *y)
{
	uint32_t apart = x->least > y->least ? x->least - y->least : y->least - x->least;
	return (uint32_t)number_gcd(phase_step_added(x, y), apart);
}
