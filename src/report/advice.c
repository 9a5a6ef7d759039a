/* SPDX-License-Identifier: MIT */
/*
 * The repair that suggests itself, from what the other accesses do and how the threads
 * are related. Suggestions, not proofs: they are said as such.
 */
#include "report/advice.h"

#include <string.h>

#include "report/text.h"

static bool is_in(const struct report_access *a, const struct report_access *like)
{
	return a->place.file && like->place.file &&
	       strcmp(a->place.file, like->place.file) == 0 &&
	       strcmp(a->function, like->function) == 0;
}

/* The lines of the function's accesses that lack the lock. */
static void find_lines(const struct report_race *x, const struct report_access *a,
		       uint32_t *first, uint32_t *last)
{
	*first = *last = a->place.line;
	for (uint32_t i = 0; i < x->access_count; i++) {
		const struct report_access *y = &x->accesses[i];
		if (!y->lacks_usual || !is_in(y, a))
			continue;
		*first = y->place.line < *first ? y->place.line : *first;
		*last = y->place.line > *last ? y->place.line : *last;
	}
}

static bool advise_lock(const struct report_race *x, const struct report_access *a,
			struct str *out)
{
	uint32_t first, last;
	if (!x->usual_lock || !a->lacks_usual)
		return false;
	find_lines(x, a, &first, &last);
	text_name(out, "Take ", x->usual_lock);
	if (first == last)
		str_addf(out, " around line %u", first);
	else
		str_addf(out, " around lines %u to %u", first, last);
	text_name(out, " of ", a->place.file ? a->place.file : "?");
	text_name(out, ", in ", a->function);
	str_addf(out, ": %u of %u accesses to this memory hold it.", x->usual_count,
		 x->usual_total);
	return true;
}

/* The thread of one side was created by that of the other. Of many threads none could be named,
 * and of a library it is its callers who know. */
static bool advise_join(const struct report *r, const struct report_access *creator,
			const struct report_access *other, struct str *out)
{
	const struct report_thread *t = &r->threads[other->thread];
	if (t->creator != (int32_t)creator->thread || t->kind != THREAD_CREATED || t->many ||
	    r->threads[creator->thread].kind == THREAD_ENTRY)
		return false;
	text_name(out, "If ", t->entry);
	str_add(out, " need not run at that moment, join it before ");
	text_place(out, creator->place);
	str_add(out, ", or make that access before the thread is created");
	if (t->created.file) {
		str_add(out, " at ");
		text_place(out, t->created);
	}
	str_addc(out, '.');
	return true;
}

static bool advise_atomic(bool kernel, const struct report_race *x,
			  const struct report_access *a, const struct report_access *b,
			  struct str *out)
{
	if (a->kind == ACCESS_FREE || b->kind == ACCESS_FREE || strchr(x->name, '['))
		return false;
	if (a->atomic != b->atomic) {
		text_name(out, "Make the access in ",
			  a->atomic ? b->function : a->function);
		str_add(out, kernel ? " a marked one, as the other is: READ_ONCE or WRITE_ONCE."
				    : " atomic, as the other one is.");
		return true;
	}
	text_name(out, "If only ", x->name);
	str_add(out,
		" itself matters (a counter, a flag), make all accesses to it atomic.");
	return true;
}

static bool advise_freed(const struct report_access *a, const struct report_access *b,
			 struct str *out)
{
	if (a->kind != ACCESS_FREE && b->kind != ACCESS_FREE)
		return false;
	str_add(out, "Free it when nobody can have it any more: after the other thread "
		     "was joined, "
		     "or when a count of its users gets to zero.");
	return true;
}

static bool advise_locks(const struct report_race *x, const struct report_access *a,
			 const struct report_access *b, struct str *out)
{
	if (x->usual_lock || a->kind == ACCESS_FREE || b->kind == ACCESS_FREE)
		return false;
	const struct report_access *with = a->lock_count ? a : b;
	if (with->lock_count && !with->locks[0].shared) {
		const struct report_access *without = with == a ? b : a;
		text_name(out, "Take ", with->locks[0].name);
		text_name(out, " in ", without->function);
		text_name(out, " too, if it is what guards this memory in ",
			  with->function);
		str_addc(out, '.');
	} else {
		text_name(out, "Hold one lock in ", a->function);
		if (strcmp(a->function, b->function) != 0)
			text_name(out, " and ", b->function);
		str_add(out, " around these accesses.");
	}
	return true;
}

/* Something that a function keeps between its calls. */
static bool advise_own(const struct report_race *x, const struct report_access *a,
		       const struct report_access *b, struct str *out)
{
	if (strcmp(x->kind, "static") != 0 || x->usual_lock ||
	    strcmp(a->function, b->function) != 0)
		return false;
	text_name(out, "If each thread may have its own ", x->name);
	str_add(out, ", declare it _Thread_local.");
	return true;
}

uint32_t report_advise(const struct report *r, const struct report_race *x, uint32_t i,
		       struct str *out)
{
	const struct report_access *a = &x->accesses[x->pairs[0].a];
	const struct report_access *b = &x->accesses[x->pairs[0].b];
	for (;; i++) {
		bool said = false;
		str_clear(out);
		switch (i) {
		case 0:
			said = advise_lock(x, a, out);
			break;
		case 1:
			said = advise_freed(a, b, out);
			break;
		case 2:
			said = advise_locks(x, a, b, out);
			break;
		case 3:
			said = advise_join(r, a, b, out) || advise_join(r, b, a, out);
			break;
		case 4:
			said = advise_atomic(r->kernel, x, a, b, out);
			break;
		case 5:
			said = advise_own(x, a, b, out);
			break;
		default:
			return 0;
		}
		if (said)
			return i + 1;
	}
}
