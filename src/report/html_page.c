/* SPDX-License-Identifier: MIT */
/* What the pages share: head and foot, escaping, links. */
#include <errno.h>
#include <string.h>

#include "base/diag.h"
#include "base/str.h"
#include "base/utf8.h"
#include "report/html.h"

static void put_escaped(FILE *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		case '\'':
			fputs("&#39;", out);
			break;
		default:
			fputc(*text, out);
		}
	}
}

void html_text(struct html *h, const char *text)
{
	struct str clean = {0};
	utf8_add_printable(&clean, text);
	put_escaped(h->out, str_cstr(&clean));
	str_free(&clean);
}

static void put_tab(struct html *h, const char *file, const char *name,
		    const char *current)
{
	bool here = strcmp(file, current) == 0;
	fprintf(h->out, "<a href=\"%s\"%s%s>%s</a>\n", file,
		strcmp(file, "index.html") == 0 ? " rel=\"index\"" : "",
		here ? " aria-current=\"page\"" : "", name);
}

void html_begin(struct html *h, const char *file, const char *title, const char *current)
{
	struct str path = {0};
	str_addf(&path, "%s/%s", h->directory, file);
	h->out = fopen(str_cstr(&path), "w");
	if (!h->out)
		die("cannot write %s: %s", str_cstr(&path), strerror(errno));
	str_free(&path);
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
	      "'none'; "
	      "style-src 'self' file:; script-src 'self' file:; img-src "
	      "data:\">\n<title>",
	      h->out);
	html_text(h, title);
	fputs("</title>\n<link rel=\"icon\" href=\"data:,\">\n"
	      "<link rel=\"stylesheet\" href=\"style.css\">\n"
	      "<script src=\"report.js\" defer></script>\n</head>\n<body>\n"
	      "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
	      "<header class=\"top\"><strong>chequer</strong>\n<nav "
	      "aria-label=\"Pages\">\n",
	      h->out);
	put_tab(h, "index.html", "Races", current);
	put_tab(h, "threads.html", "Threads", current);
	if (h->report->discipline)
		put_tab(h, "locks.html", "Locks", current);
	fputs("</nav></header>\n<main id=\"main\">\n", h->out);
}

void html_end(struct html *h)
{
	fputs("</main>\n<footer>chequer " CHEQUER_VERSION
	      ". Keys: <kbd>/</kbd> filter, <kbd>n</kbd> and <kbd>p</kbd> next and "
	      "previous race, "
	      "<kbd>i</kbd> index.</footer>\n</body>\n</html>\n",
	      h->out);
	bool ok = !ferror(h->out);
	if (fclose(h->out) != 0 || !ok)
		die("cannot write the report in %s: %s", h->directory, strerror(errno));
	h->out = NULL;
}

uint32_t html_file_number(const struct html *h, const char *file)
{
	return file ? intern_find(&h->files, file, strlen(file)) : 0;
}

void html_level(struct html *h, enum confidence c)
{
	fprintf(h->out, "<span class=\"badge %s\">%s</span>", confidence_name(c),
		confidence_name(c));
}

void html_race_link(struct html *h, const struct report_race *x, const char *text)
{
	fprintf(h->out, "<a href=\"race-%s.html\">", x->id);
	html_text(h, text);
	fputs("</a>", h->out);
}

void html_locks(struct html *h, const struct report_access *a)
{
	fputs("<ul class=\"locks\">", h->out);
	if (!a->lock_count)
		fputs("<li class=\"none\">no locks held</li>", h->out);
	for (uint32_t i = 0; i < a->lock_count; i++) {
		const struct report_lock *l = &a->locks[i];
		fputs("<li>", h->out);
		html_code(h, l->name);
		fputs(l->shared ? " for reading" : "", h->out);
		if (l->taken.file) {
			fputs(", taken at ", h->out);
			html_place(h, l->taken);
		}
		fputs("</li>", h->out);
	}
	if (a->dropped) {
		fputs("<li class=\"none\">released before: ", h->out);
		html_code(h, a->dropped);
		fputs("</li>", h->out);
	}
	fputs("</ul>\n", h->out);
}

/* Of the lines around: how much white space all of them begin with. */
static size_t common_indent(struct html *h, const char *file, uint32_t first, uint32_t last)
{
	struct source_line line;
	const char *like = NULL;
	size_t most = 0;
	for (uint32_t i = first; i <= last && source_line(&h->source, file, i, &line); i++) {
		size_t n = 0;
		while (n < line.n && (line.at[n] == ' ' || line.at[n] == '\t'))
			n++;
		if (n == line.n)
			continue;
		if (!like)
			most = n;
		for (size_t k = 0; like && k < most; k++)
			if (k >= n || line.at[k] != like[k])
				most = k;
		like = line.at;
	}
	return most;
}

void html_excerpt(struct html *h, struct report_place p)
{
	enum { AROUND = 2 };
	struct source_line line;
	if (!source_line(&h->source, p.file, p.line, &line))
		return;
	uint32_t first = p.line > AROUND ? p.line - AROUND : 1;
	size_t indent = common_indent(h, p.file, first, p.line + AROUND);
	fputs("<pre class=\"excerpt\" tabindex=\"0\" aria-label=\"Source\">", h->out);
	for (uint32_t i = first; i <= p.line + AROUND; i++) {
		struct str text = {0};
		if (!source_line(&h->source, p.file, i, &line))
			break;
		if (line.n > indent)
			str_addn(&text, line.at + indent, line.n - indent);
		fprintf(h->out, "<span%s><i>%u</i>", i == p.line ? " class=\"hit\"" : "",
			i);
		html_line(h, str_cstr(&text));
		fputs("</span>", h->out);
		str_free(&text);
	}
	fputs("</pre>\n", h->out);
}

void html_line(struct html *h, const char *line)
{
	struct str piece = {0};
	for (; *line; line++) {
		if (*line != '\t') {
			str_addc(&piece, *line);
			continue;
		}
		html_text(h, str_cstr(&piece));
		fputc('\t', h->out);
		str_clear(&piece);
	}
	html_text(h, str_cstr(&piece));
	str_free(&piece);
}
