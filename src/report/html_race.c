/* SPDX-License-Identifier: MIT */
/*
 * The page of one race, from the sentence that says it to what the analysis was asked:
 * both sides, when they happen, what may be done, who else touches the memory, which
 * questions might have dismissed it, and what to copy.
 */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "report/advice.h"
#include "report/html.h"
#include "report/text.h"

static const char *verb(enum report_kind k)
{
	static const char *const verbs[] = {[ACCESS_READ] = "reads",
					    [ACCESS_WRITE] = "writes",
					    [ACCESS_FREE] = "frees"};
	return verbs[k];
}

/* ---- in a sentence ---- */

static void put_who(struct html *h, const struct report_race *x,
		    const struct report_access *a)
{
	html_access_thread(h, a);
	fprintf(h->out, " %s ", verb(a->kind));
	html_code(h, a->expression ? a->expression : x->name);
	fputs(" in ", h->out);
	html_code(h, a->function);
}

static void put_sentence(struct html *h, const struct report_race *x)
{
	const struct report_access *a = &x->accesses[x->pairs[0].a];
	const struct report_access *b = &x->accesses[x->pairs[0].b];
	fputs("<p class=\"lead\">", h->out);
	put_who(h, x, a);
	if (a == b) {
		fputs(", while another thread of the same kind does the same", h->out);
	} else {
		fputs(" while ", h->out);
		put_who(h, x, b);
	}
	fputs(". Nothing orders them", h->out);
	if (h->report->cause_count) {
		fputs(": ", h->out);
		html_prose(h, h->report->causes[x->cause].text);
	}
	fputs(".</p>\n", h->out);
	if (x->unordered) {
		fputs("<p>Not ordered: ", h->out);
		html_prose(h, x->unordered);
		fputs(".</p>\n", h->out);
	}
}

static void put_head(struct html *h, const struct report_race *x)
{
	static const char *const rules[RULE_COUNT] = {
		[RULE_DATA_RACE] = "data race, CWE-362",
		[RULE_FREED] = "use while freed, CWE-416",
		[RULE_SIGNAL] = "signal handler race, CWE-364",
		[RULE_UNSAFE_FUNCTION] = "not thread-safe function, CWE-663",
		[RULE_LOCK_ORDER] = "lock order, CWE-833"};
	fputs("<h1>Data race on ", h->out);
	html_code(h, x->name);
	fputs("</h1>\n<p>", h->out);
	html_level(h, x->confidence);
	fprintf(h->out, " <span class=\"badge plain\">%s</span> ",
		rules[report_rule(h->report, x)]);
	fprintf(h->out, "<span class=\"badge plain\">%s</span>", x->kind);
	if (x->suppressed) {
		fputs(" <span class=\"badge good\">ignored</span> <span class=\"soft\">",
		      h->out);
		html_text(h, x->suppressed_why ? x->suppressed_why : "");
		fputs("</span>", h->out);
	}
	fputs("</p>\n", h->out);
	put_sentence(h, x);
	for (uint32_t i = 0; i < x->reason_count; i++) {
		fprintf(h->out, "<p class=\"soft\">%s confidence: ",
			confidence_name(x->confidence));
		html_prose(h, x->reasons[i]);
		fputs("</p>\n", h->out);
	}
}

/* ---- the two sides ---- */

static void put_call(struct html *h, const char *class, const char *function,
		     struct report_place p)
{
	fprintf(h->out, "<li%s%s%s>", *class ? " class=\"" : "", class,
		*class ? "\"" : "");
	html_code(h, function);
	fputs(" ", h->out);
	html_place(h, p);
}

static void put_calls(struct html *h, const struct report_frame *stack, uint32_t n,
		      const char *callee)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct report_frame *f = &stack[i];
		put_call(h, f->indirect || f->dropped ? "essential" : "", f->function,
			 f->place);
		fputs(" calls ", h->out);
		html_code(h, i + 1 < n ? stack[i + 1].function : callee);
		fputs(f->indirect ? " through a pointer" : "", h->out);
		if (f->dropped) {
			fputs(", having released ", h->out);
			html_code(h, f->dropped);
		}
		fputs("</li>\n", h->out);
	}
}

static void put_chain(struct html *h, const struct report_access *a)
{
	const struct report_thread *t = &h->report->threads[a->thread];
	uint32_t n = t->frame_count ? t->frame_count - 1 : 0;
	fputs("<ol class=\"calls\">\n", h->out);
	if (t->created.file) {
		const char *creator = t->frame_count ? t->stack[n].function : "";
		put_calls(h, t->stack, n, creator);
		put_call(h, "creation", creator, t->created);
		fprintf(h->out, " %s ", text_creates(t->kind));
		html_code(h, t->entry);
		if (t->argument) {
			fputs(t->kind == THREAD_SIGNAL ? " for signal "
						       : " with argument ",
			      h->out);
			html_code(h, t->argument);
		}
		fputs("</li>\n", h->out);
	}
	put_calls(h, a->stack, a->frame_count, a->function);
	put_call(h, "essential", a->function, a->place);
	fprintf(h->out, " %s it</li>\n</ol>\n", verb(a->kind));
}

static void put_side(struct html *h, const struct report_race *x,
		     const struct report_access *a, const char *title)
{
	fprintf(h->out, "<section class=\"side %s\">\n<h3>%s: ",
		a->lock_count && !a->lacks_usual ? "holds" : "lacks", title);
	fprintf(h->out, "%s%s of ", report_atomic_word(h->report, a->atomic),
		report_kind_name(a->kind));
	html_code(h, a->expression ? a->expression : x->name);
	fputs("</h3>\n<p>", h->out);
	html_access_thread(h, a);
	fputs(", in ", h->out);
	html_code(h, a->function);
	fputs(", ", h->out);
	html_place(h, a->place);
	fputs("</p>\n", h->out);
	html_locks(h, a);
	html_excerpt(h, a->place);
	fputs("<details open><summary>How it gets there</summary>\n", h->out);
	put_chain(h, a);
	fputs("</details></section>\n", h->out);
}

static void put_sides(struct html *h, const struct report_race *x)
{
	const struct report_access *a = &x->accesses[x->pairs[0].a];
	const struct report_access *b = &x->accesses[x->pairs[0].b];
	fputs("<h2>Both sides</h2>\n<div class=\"sides\">\n", h->out);
	put_side(h, x, a, "First");
	if (a == b)
		fputs("<section class=\"side lacks\"><h3>Second: the same</h3><p>The "
		      "same code runs in "
		      "another thread of this kind, at the same time.</p></section>\n",
		      h->out);
	else
		put_side(h, x, b, "Second");
	fputs("</div>\n", h->out);
}

/* ---- what to do ---- */

static void put_advice(struct html *h, const struct report_race *x)
{
	struct str text = {0};
	fputs("<h2>What may be done</h2>\n<div class=\"fix\"><ul>\n", h->out);
	for (uint32_t i = 0; (i = report_advise(h->report, x, i, &text));) {
		fputs("<li>", h->out);
		html_prose(h, str_cstr(&text));
		fputs("</li>\n", h->out);
	}
	fputs("</ul></div>\n", h->out);
	str_free(&text);
}

/* ---- who else ---- */

static const char *veto_text(const struct html *h, const char *name)
{
	for (uint32_t i = 0; i < h->report->veto_count; i++)
		if (strcmp(h->report->vetoes[i].name, name) == 0)
			return h->report->vetoes[i].text;
	return name;
}

static void put_use(struct html *h, const struct report_race *x,
		    const struct report_use *u)
{
	const struct report_access *a = &u->access;
	fprintf(h->out, "<tr class=\"%s\"><td>", u->veto ? "apart" : "races");
	html_place(h, a->place);
	fprintf(h->out, "</td><td>%s%s of ", report_atomic_word(h->report, a->atomic),
		report_kind_name(a->kind));
	html_code(h, a->expression ? a->expression : x->name);
	fputs(" in ", h->out);
	html_code(h, a->function);
	fputs("</td><td data-name=\"threads\">", h->out);
	html_thread_list(h, u->threads, u->thread_count, 4);
	fputs("</td><td>", h->out);
	html_locks(h, a);
	fputs("</td><td>", h->out);
	if (!u->veto) {
		fputs("<span class=\"badge high\">races</span>", h->out);
	} else {
		html_text(h, veto_text(h, u->veto));
		if (*u->fact) {
			fputs(": ", h->out);
			html_code(h, u->fact);
		}
	}
	fputs("</td></tr>\n", h->out);
}

static void put_uses(struct html *h, const struct report_race *x)
{
	if (!x->use_count)
		return;
	fputs("<h2>All accesses to this memory</h2>\n", h->out);
	if (x->usual_lock) {
		fputs("<p>Guarded by ", h->out);
		html_code(h, x->usual_lock);
		fprintf(h->out,
			" in %u of %u accesses that may happen while another thread "
			"runs.</p>\n",
			x->usual_count, x->usual_total);
	}
	fputs("<div class=\"wide\"><table "
	      "class=\"uses stack\"><thead><tr><th>Place</th><th>Access</th>"
	      "<th>Threads</th><th>Locks</th><th>Against the two "
	      "above</th></tr></thead><tbody>\n",
	      h->out);
	for (uint32_t i = 0; i < x->use_count; i++)
		put_use(h, x, &x->uses[i]);
	fputs("</tbody></table></div>\n", h->out);
	if (x->uses_cut)
		fprintf(h->out,
			"<p class=\"soft\">The first %u are listed; there are "
			"more.</p>\n",
			x->use_count);
}

static void put_memory(struct html *h, const struct report_race *x)
{
	if (x->declared.file) {
		fprintf(h->out, "<h2>The memory</h2>\n<p>%s ",
			strcmp(x->kind, "heap") == 0 ? "Allocated at" : "Declared at");
		html_place(h, x->declared);
		fputs("</p>\n", h->out);
		html_excerpt(h, x->declared);
	}
	if (!x->member_count)
		return;
	const char *words = report_members_are(x);
	fprintf(h->out, "<p>%c%s ", toupper((unsigned char)*words), words + 1);
	for (uint32_t i = 0; i < x->member_count; i++) {
		fputs(i ? ", " : "", h->out);
		html_code(h, x->members[i]);
	}
	fputs(".</p>\n", h->out);
}

/* All said no, or it would not be here. */
static void put_vetoes(struct html *h)
{
	fputs("<h2>What was asked</h2>\n<details><summary>Each of these would have "
	      "dismissed the "
	      "pair; none "
	      "does</summary>\n<table><thead><tr><th>Question</th><th>Answer</th>"
	      "<th>Name</th></tr></thead><tbody>\n",
	      h->out);
	for (uint32_t i = 0; i < h->report->veto_count; i++) {
		fputs("<tr><td>", h->out);
		html_text(h, h->report->vetoes[i].text);
		fputs("?</td><td>no</td><td>", h->out);
		html_code(h, h->report->vetoes[i].name);
		fputs("</td></tr>\n", h->out);
	}
	fputs("</tbody></table></details>\n", h->out);
}

/* ---- to copy ---- */

static void put_copy(struct html *h, const char *id, const char *title, const char *text)
{
	fprintf(h->out, "<div class=\"copy\"><span>%s</span> <code id=\"%s\">", title,
		id);
	html_text(h, text);
	fprintf(h->out,
		"</code> <button type=\"button\" data-copy=\"%s\" aria-label=\"Copy: "
		"%s\" hidden>Copy"
		"</button></div>\n",
		id, title);
}

static void put_copies(struct html *h, const struct report_race *x)
{
	struct str text = {0};
	const struct report_place a = x->accesses[x->pairs[0].a].place;
	const struct report_place b = x->accesses[x->pairs[0].b].place;
	fputs("<h2>To copy</h2>\n", h->out);
	put_copy(h, "copy-ignore", "Ignore comment", "// chequer: ignore REASON");
	str_addf(&text, "%s  %s", x->id, x->name);
	put_copy(h, "copy-baseline", "Baseline line", str_cstr(&text));
	str_clear(&text);
	str_addf(&text, "chequer show %s", x->id);
	put_copy(h, "copy-show", "Show it again", str_cstr(&text));
	if (a.file && b.file) {
		str_clear(&text);
		str_addf(&text, "chequer why %s:%u %s:%u", a.file, a.line, b.file,
			 b.line);
		put_copy(h, "copy-why", "Why these lines", str_cstr(&text));
	}
	fputs("<p class=\"soft\">The commands take the input as before (files, or "
	      "-p).</p>\n",
	      h->out);
	str_free(&text);
}

static void put_pager(struct html *h, uint32_t number)
{
	fputs("<nav class=\"pager\" aria-label=\"Races\">", h->out);
	if (number > 0)
		fprintf(h->out, "<a rel=\"prev\" href=\"race-%s.html\">Previous race</a>",
			h->races.at[number - 1]->id);
	fputs("<span></span>", h->out);
	if (number + 1 < h->races.n)
		fprintf(h->out, "<a rel=\"next\" href=\"race-%s.html\">Next race</a>",
			h->races.at[number + 1]->id);
	fputs("</nav>\n", h->out);
}

void html_race(struct html *h, uint32_t number)
{
	const struct report_race *x = h->races.at[number];
	struct str file = {0}, title = {0};
	str_addf(&file, "race-%s.html", x->id);
	str_addf(&title, "Race on %s", x->name);
	html_begin(h, str_cstr(&file), str_cstr(&title), str_cstr(&file));
	put_head(h, x);
	put_sides(h, x);
	html_evidence(h, x);
	html_time(h, x);
	put_advice(h, x);
	put_uses(h, x);
	put_memory(h, x);
	put_vetoes(h);
	put_copies(h, x);
	put_pager(h, number);
	html_end(h);
	str_free(&file);
	str_free(&title);
}
