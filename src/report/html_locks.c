/* SPDX-License-Identifier: MIT */
/* The page of the locks: the rule of each shared memory, what each lock guards, in which
 * order they are taken, and where that is a circle. */
#include "report/discipline.h"
#include "report/html.h"
#include "report/text.h"

enum { FEW_PLACES = 8, FEW_CYCLES = 3, ROWS_OF_PAGE = 200 };

static void put_printed(struct html *h, struct str *s)
{
	html_text(h, str_cstr(s));
	str_free(s);
}

static void put_lock_link(struct html *h, uint32_t lock)
{
	fprintf(h->out, "<a href=\"#L%u\">", lock);
	html_code(h, h->report->discipline->locks[lock].name);
	fputs("</a>", h->out);
}

/* ---- by memory ---- */

static void put_threads(struct html *h, const char *what, const uint32_t *list, uint32_t n)
{
	fprintf(h->out, "<td data-name=\"%s\">", what);
	html_thread_list(h, list, n, 2);
	fputs("</td>", h->out);
}

static void put_rule(struct html *h, const struct report_memory *m)
{
	struct str s = {0};
	if (!m->lock_index) {
		memory_rule_text(&s, m);
		put_printed(h, &s);
		return;
	}
	fputs("guarded by ", h->out);
	put_lock_link(h, m->lock_index - 1);
	fprintf(h->out, " in %u of %u places", m->kept, m->total);
}

static void put_exceptions(struct html *h, const struct report_memory *m)
{
	if (!m->exception_count)
		return;
	fprintf(h->out, "<details%s><summary>%u exception%s</summary><ul>\n",
		m->exception_count <= 3 ? " open" : "", m->exception_count,
		text_plural(m->exception_count));
	for (uint32_t i = 0; i < m->exception_count; i++) {
		const struct report_exception *e = &m->exceptions[i];
		fprintf(h->out, "<li>%s in ", report_kind_name(e->kind));
		html_code(h, e->function);
		fputs(", ", h->out);
		html_place(h, e->place);
		fputs(", ", h->out);
		html_thread(h, e->thread);
		fputs("</li>\n", h->out);
	}
	fputs("</ul></details>", h->out);
}

static const char *badge_of(enum memory_status s)
{
	static const char *const classes[MEMORY_STATUSES] = {
		[MEMORY_MIXED] = "high", [MEMORY_ONE_EXCEPTION] = "high",
		[MEMORY_LIKELY] = "low", [MEMORY_PROVED] = "proved"};
	return classes[s];
}

static void put_memory(struct html *h, const struct report_memory *m)
{
	fputs("<tr><td>", h->out);
	html_code(h, m->name);
	fprintf(h->out, "</td><td><span class=\"badge %s\">%s</span></td><td>",
		badge_of(m->status), memory_status_name(m->status));
	put_rule(h, m);
	put_exceptions(h, m);
	fputs("</td>", h->out);
	put_threads(h, "read by", m->readers, m->read_count);
	put_threads(h, "written by", m->writers, m->write_count);
	fputs("</tr>\n", h->out);
}

/* What a page or a part of it shows. */
enum part { PART_BROKEN, PART_KEPT, PART_REST };

static bool is_part(const struct report_memory *m, enum part part)
{
	if (!memory_is_shared(m))
		return part == PART_REST;
	return part == (m->status <= MEMORY_ONE_EXCEPTION ? PART_BROKEN : PART_KEPT);
}

static uint32_t count_part(const struct html *h, enum part part)
{
	const struct report_discipline *d = h->report->discipline;
	uint32_t n = 0;
	for (uint32_t i = 0; i < d->memory_count; i++)
		n += is_part(&d->memory[i], part);
	return n;
}

/* The rows of that part from 'first' on, at most so many. */
static void put_table(struct html *h, enum part part, uint32_t first, uint32_t most)
{
	const struct report_discipline *d = h->report->discipline;
	uint32_t n = 0;
	fputs("<div class=\"wide\"><table class=\"rules stack\"><thead><tr><th>memory</th>"
	      "<th>status</th><th>rule</th><th>read by</th><th>written by</th></tr></thead>"
	      "<tbody>\n",
	      h->out);
	for (uint32_t i = 0; i < d->memory_count && (n < first || n - first < most); i++) {
		if (!is_part(&d->memory[i], part))
			continue;
		if (n++ >= first)
			put_memory(h, &d->memory[i]);
	}
	fputs("</tbody></table></div>\n", h->out);
}

/* What is to be done is open; the others have a page of their own: there may be thousands. */
static void put_all_memory(struct html *h)
{
	uint32_t broken = count_part(h, PART_BROKEN), kept = count_part(h, PART_KEPT);
	uint32_t rest = count_part(h, PART_REST);
	fputs("<h2 id=\"memory\">By memory</h2>\n", h->out);
	if (broken)
		put_table(h, PART_BROKEN, 0, UINT32_MAX);
	if (kept) {
		fprintf(h->out, "<details%s><summary>%u that follow%s a rule</summary>\n",
			broken ? "" : " open", kept, kept == 1 ? "s" : "");
		put_table(h, PART_KEPT, 0, UINT32_MAX);
		fputs("</details>\n", h->out);
	}
	if (rest)
		fprintf(h->out,
			"<p><a href=\"memory.html\">%u more</a>, without a lock and without a race "
			"that is shown.</p>\n",
			rest);
}

static void name_page(char *out, size_t size, uint32_t page)
{
	if (page)
		snprintf(out, size, "memory-%u.html", page + 1);
	else
		snprintf(out, size, "memory.html");
}

static void put_page_link(struct html *h, uint32_t page, const char *text)
{
	char file[32];
	name_page(file, sizeof(file), page);
	fprintf(h->out, " <a href=\"%s\">%s</a>", file, text);
}

/* A browser takes seconds for a table of thousands. */
static void put_pages(struct html *h, uint32_t page, uint32_t pages)
{
	if (pages < 2)
		return;
	fprintf(h->out, "<p class=\"pages\">Page %u of %u:", page + 1, pages);
	if (page)
		put_page_link(h, page - 1, "previous");
	if (page + 1 < pages)
		put_page_link(h, page + 1, "next");
	for (uint32_t i = 0; i < pages; i++) {
		char number[16];
		snprintf(number, sizeof(number), "%u", i + 1);
		if (i == page)
			fprintf(h->out, " <b>%s</b>", number);
		else
			put_page_link(h, i, number);
	}
	fputs("</p>\n", h->out);
}

static void write_rest(struct html *h)
{
	uint32_t pages = (count_part(h, PART_REST) + ROWS_OF_PAGE - 1) / ROWS_OF_PAGE;
	for (uint32_t i = 0; i < pages; i++) {
		char file[32];
		name_page(file, sizeof(file), i);
		html_begin(h, file, "Memory without locks", "memory.html");
		fputs("<h1>Memory without a lock, and without a race that is shown</h1>\n",
		      h->out);
		put_pages(h, i, pages);
		put_table(h, PART_REST, i * ROWS_OF_PAGE, ROWS_OF_PAGE);
		put_pages(h, i, pages);
		html_end(h);
	}
}

/* ---- by lock ---- */

static void put_neighbours(struct html *h, uint32_t lock, bool later)
{
	const struct report_discipline *d = h->report->discipline;
	uint32_t n = 0;
	for (uint32_t i = 0; i < d->order_count; i++) {
		const struct report_order *o = &d->orders[i];
		if ((later ? o->first : o->second) != lock)
			continue;
		fputs(n++ ? ", " : later ? "<p>then " : "<p>after ", h->out);
		put_lock_link(h, later ? o->second : o->first);
		fputs(" (", h->out);
		html_place(h, o->wanted);
		fputs(")", h->out);
	}
	fputs(n ? "</p>\n" : "", h->out);
}

static void put_guarded(struct html *h, uint32_t lock)
{
	const struct report_discipline *d = h->report->discipline;
	uint32_t n = 0;
	for (uint32_t i = 0; i < d->memory_count; i++) {
		if (d->memory[i].lock_index != lock + 1)
			continue;
		fputs(n++ ? ", " : "<p>guards ", h->out);
		html_code(h, d->memory[i].name);
	}
	fputs(n ? "</p>\n" : "<p class=\"soft\">guards nothing that is known</p>\n", h->out);
}

static void put_places(struct html *h, const struct report_known_lock *l)
{
	bool many = l->place_count > FEW_PLACES;
	if (many)
		fprintf(h->out, "<details><summary>taken at %u places</summary>", l->place_count);
	else
		fputs("<p>taken at ", h->out);
	for (uint32_t i = 0; i < l->place_count; i++) {
		fputs(i ? ", " : "", h->out);
		html_place(h, l->places[i]);
	}
	fputs(many ? "</details>\n" : "</p>\n", h->out);
}

static void put_lock(struct html *h, uint32_t lock)
{
	const struct report_known_lock *l = &h->report->discipline->locks[lock];
	fprintf(h->out, "<section id=\"L%u\"><h3>", lock);
	html_code(h, l->name);
	fputs(l->one ? "</h3>\n" : " <span class=\"soft\">one of each</span></h3>\n", h->out);
	put_guarded(h, lock);
	put_places(h, l);
	put_neighbours(h, lock, false);
	put_neighbours(h, lock, true);
	fputs("</section>\n", h->out);
}

/* ---- deadlocks ---- */

static void put_cycle(struct html *h, const struct report_cycle *c)
{
	fputs("<section class=\"cycle\"><h3>", h->out);
	for (uint32_t i = 0; i < c->step_count; i++) {
		fputs(i ? ", " : "", h->out);
		html_code(h, h->report->discipline->locks[c->steps[i].first].name);
	}
	fputs(" ", h->out);
	html_level(h, c->confidence);
	fputs("</h3><ul>\n", h->out);
	for (uint32_t i = 0; i < c->step_count; i++) {
		const struct report_order *o = &c->steps[i];
		fputs("<li>", h->out);
		html_thread(h, o->thread);
		fputs(" holds ", h->out);
		put_lock_link(h, o->first);
		fputs(" (", h->out);
		html_place(h, o->held);
		fputs(") and takes ", h->out);
		put_lock_link(h, o->second);
		fputs(" at ", h->out);
		html_place(h, o->wanted);
		fputs("</li>\n", h->out);
	}
	fputs("</ul>", h->out);
	if (c->reason) {
		fputs("<p class=\"soft\">", h->out);
		html_text(h, c->reason);
		fputs("</p>", h->out);
	}
	fputs("</section>\n", h->out);
}

static void put_cycles(struct html *h)
{
	const struct report_discipline *d = h->report->discipline;
	uint32_t n = 0;
	fputs("<h2 id=\"deadlocks\">Possible deadlocks</h2>\n", h->out);
	for (uint32_t i = 0; i < d->cycle_count; i++) {
		if (!report_shows_cycle(h->options, &d->cycles[i]))
			continue;
		if (n++ == FEW_CYCLES)
			fputs("<details><summary>and more</summary>\n", h->out);
		put_cycle(h, &d->cycles[i]);
	}
	fputs(n > FEW_CYCLES ? "</details>\n" : "", h->out);
	if (!n)
		fputs("<p>No locks are taken in different orders by threads that run at the same "
		      "time.</p>\n",
		      h->out);
	if (d->cut)
		fputs("<p class=\"soft\">Not every way to take two locks was compared.</p>\n",
		      h->out);
}

void html_locks_page(struct html *h)
{
	const struct report_discipline *d = h->report->discipline;
	write_rest(h);
	html_begin(h, "locks.html", "Locks", "locks.html");
	fprintf(h->out, "<h1>%u lock%s</h1>\n", d->lock_count, text_plural(d->lock_count));
	fputs("<p class=\"soft\">Members of all objects of one struct are one line. A place of the "
	      "source follows the rule when it does so in every thread and on every way there."
	      "</p>\n<p><a href=\"#memory\">By memory</a>, <a href=\"#locks\">by lock</a>, "
	      "<a href=\"#deadlocks\">possible deadlocks</a></p>\n",
	      h->out);
	put_all_memory(h);
	fputs("<h2 id=\"locks\">By lock</h2>\n", h->out);
	for (uint32_t i = 0; i < d->lock_count; i++)
		put_lock(h, i);
	put_cycles(h);
	html_end(h);
}
