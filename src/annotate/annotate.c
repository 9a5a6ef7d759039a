/* SPDX-License-Identifier: MIT */
/* The loop with clang, and what is written at its end: first in words, then the patch. */
#include "annotate/annotate.h"

#include <string.h>

#include "annotate/internal.h"
#include "base/limit.h"
#include "base/utf8.h"
#include "project/paths.h"

/* ---- the header ---- */

/* The directory that all sources with something to annotate are in, with its slash. */
static const char *common_directory(struct annotator *x)
{
	const char *common = NULL;
	for (uint32_t i = 0; i < x->targets.n; i++) {
		const struct target *t = &x->targets.at[i];
		if (t->lost)
			continue;
		uint32_t both[2] = {t->source, lock_of(x, t)->source};
		for (int k = 0; k < 2; k++) {
			const char *file = x->sources.at[both[k]].file;
			const char *slash = strrchr(file, '/');
			size_t n = slash ? (size_t)(slash - file) + 1 : 0;
			while (common && n &&
			       (strlen(common) < n || strncmp(common, file, n) != 0))
				for (n--; n && file[n - 1] != '/'; n--)
					;
			common = arena_printf(&x->memory, "%.*s", (int)n, file);
		}
	}
	return common ? common : "";
}

static bool is_ours(const char *path)
{
	struct str text = {0};
	bool ours = !str_read_file(&text, path) ||
		    strstr(str_cstr(&text), "CHEQUER_THREAD_SAFETY_H");
	str_free(&text);
	return ours;
}

/* One that an earlier patch has brought stays where it is. */
static void choose_header(struct annotator *x)
{
	const char *names[] = {"thread_safety.h", "chequer_thread_safety.h"};
	const char *directory = common_directory(x);
	for (uint32_t i = 0; i < x->sources.n; i++) {
		const char *slash = strrchr(x->sources.at[i].file, '/');
		const char *name = slash ? slash + 1 : x->sources.at[i].file;
		for (int k = 0; k < 2; k++)
			if (strcmp(name, names[k]) == 0 &&
			    strstr(str_cstr(&x->sources.at[i].text),
				   "CHEQUER_THREAD_SAFETY_H"))
				x->header = x->sources.at[i].file;
	}
	for (int k = 0; k < 2 && !x->header; k++) {
		const char *path = arena_printf(&x->memory, "%s%s", directory, names[k]);
		if (is_ours(path_absolute(&x->memory, x->here, path)))
			x->header = path;
	}
	if (!x->header)
		die("%s%s and %s are there, and are something else", directory, names[0],
		    names[1]);
}

/* ---- asking ---- */

/* In kernel style only the struct's own lock and variables that are declared before can
 * be named. */
static void keep_kernel_style(struct annotator *x)
{
	for (uint32_t i = 0; i < x->targets.n; i++) {
		struct target *t = &x->targets.at[i];
		const struct report_declared *d = &t->memory->spot, *l;
		if (t->lost)
			continue;
		l = &lock_of(x, t)->lock->spot;
		bool same = l->record && report_place_order(d->place, l->place) == 0;
		bool variable = !l->record && lock_of(x, t)->source == t->source &&
				l->place.line < d->place.line;
		if (!same && !variable)
			t->lost =
				l->record
					? "the lock is not in the same struct"
					: "the lock is declared behind it, or elsewhere";
	}
}

static bool ask_once(struct annotator *x, struct complaints *left)
{
	bool more = false;
	write_annotations(x);
	ask_clang(x, left);
	for (int step = 0; step < ANSWER_STEPS && !more; step++)
		for (uint32_t i = 0; i < left->list.n; i++)
			more |= answer(x, &left->list.at[i], (enum answer_step)step);
	return more;
}

/* Other programs that see the same headers are asked when the program itself is content: they
 * have little to say. */
static void ask_until_silent(struct annotator *x, struct complaints *left)
{
	bool more = true;
	x->others = false;
	while (!limit_reached()) {
		more = ask_once(x, left);
		if (!more && x->others)
			break;
		x->others = !more;
	}
}

static uint32_t count_lost(const struct annotator *x)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < x->targets.n; i++)
		n += x->targets.at[i].lost != NULL;
	return n;
}

/* What was said of functions for the sake of memory that was given up is not said again.
 */
static void settle(struct annotator *x, struct complaints *left)
{
	uint32_t lost;
	do {
		lost = count_lost(x);
		for (uint32_t i = 0; i < x->functions.n; i++)
			vec_free(&x->functions.at[i].attributes);
		vec_clear(&x->functions);
		for (uint32_t i = 0; i < x->targets.n; i++)
			vec_clear(&x->targets.at[i].without);
		vec_clear(&left->list);
		if (lost < x->targets.n)
			ask_until_silent(x, left);
	} while (count_lost(x) > lost);
	write_annotations(x);
}

/* ---- words ---- */

struct tally {
	uint32_t memory, done, needs, keeps, off, lost;
};

static struct tally count(const struct annotator *x)
{
	struct tally n = {0};
	for (uint32_t i = 0; i < x->targets.n; i++) {
		n.done += x->targets.at[i].done;
		n.lost += x->targets.at[i].lost && !x->targets.at[i].done;
	}
	n.memory = x->targets.n - n.done - n.lost;
	for (uint32_t i = 0; i < x->functions.n; i++) {
		const struct function_note *f = &x->functions.at[i];
		n.off += f->off;
		for (uint32_t k = 0; k < f->attributes.n && !f->off; k++) {
			bool needs = strcmp(f->attributes.at[k].kind, "REQUIRES") == 0;
			n.needs += needs;
			n.keeps += !needs;
		}
	}
	return n;
}

static void say_memory(struct str *s, const struct target *t)
{
	str_add(s, "not expressible: '");
	utf8_add_printable(s, t->memory->name);
	str_addf(s, "' (guarded by '");
	utf8_add_printable(s, t->memory->lock);
	str_add(s, "'): ");
	utf8_add_printable(s, t->lost);
	str_addc(s, '\n');
}

static void say_function(struct str *s, const struct annotator *x,
			 const struct function_note *f)
{
	str_add(s, "clang is not asked about '");
	utf8_add_printable(s, f->name);
	str_add(s, "' (");
	utf8_add_printable(s, x->sources.at[f->source].file);
	str_add(s, "): ");
	utf8_add_printable(s, f->why);
	str_addc(s, '\n');
}

static void say_all(struct str *s, const struct annotator *x,
		    const struct complaints *left)
{
	struct tally n = count(x);
	str_addf(s,
		 "%u guarded, %u already; REQUIRES %u, ACQUIRE or RELEASE %u; clang is "
		 "not asked "
		 "about %u functions; %u not expressible\n",
		 n.memory, n.done, n.needs, n.keeps, n.off, n.lost);
	for (uint32_t i = 0; i < x->targets.n; i++)
		if (x->targets.at[i].lost && !x->targets.at[i].done)
			say_memory(s, &x->targets.at[i]);
	for (uint32_t i = 0; i < x->functions.n; i++)
		if (x->functions.at[i].off)
			say_function(s, x, &x->functions.at[i]);
	for (uint32_t i = 0; i < left->list.n; i++) {
		const struct complaint *c = &left->list.at[i];
		const char *file =
			c->source < x->sources.n ? x->sources.at[c->source].file : "?";
		str_add(s, "clang still says: ");
		utf8_add_printable(s, file);
		str_addf(s, ":%u: ", c->line);
		utf8_add_printable(s, c->text);
		str_addc(s, '\n');
	}
}

/* ---- the patch ---- */

static void add_header(struct annotator *x, struct str *patch)
{
	struct str old = {0};
	const char *path = path_absolute(&x->memory, x->here, x->header);
	if (!str_read_file(&old, path))
		edits_diff(x->header, NULL, annotate_thread_safety_h, patch);
	str_free(&old);
}

static void add_patch(struct annotator *x, struct str *patch)
{
	if (x->edits.list.n && !x->in->kernel_style)
		add_header(x, patch);
	for (uint32_t i = 0; i < x->sources.n; i++) {
		const struct source *s = &x->sources.at[i];
		if (strcmp(str_cstr(&s->text), str_cstr(&s->edited)) != 0)
			edits_diff(s->file, str_cstr(&s->text), str_cstr(&s->edited),
				   patch);
	}
}

void annotate(const struct annotate_input *in, FILE *out)
{
	struct annotator x = {.in = in};
	struct complaints left = {0};
	struct str text = {0};
	x.here = path_here(&x.memory);
	find_places(&x);
	know_units(&x);
	choose_header(&x);
	if (in->kernel_style) {
		keep_kernel_style(&x);
		write_annotations(&x);
	} else {
		settle(&x, &left);
	}
	say_all(&text, &x, &left);
	add_patch(&x, &text);
	fputs(str_cstr(&text), out);
	str_free(&text);
	vec_free(&left.list);
	annotator_free(&x);
}
