/* SPDX-License-Identifier: MIT */
/* The HTML report: which pages there are, and in which order they are written. */
#include "report/html.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/str.h"

static void write_asset(const struct html *h, const char *name, const char *text)
{
	struct str path = {0};
	str_addf(&path, "%s/%s", h->directory, name);
	FILE *out = fopen(str_cstr(&path), "w");
	bool ok = out && fputs(text, out) != EOF;
	if ((out && fclose(out) != 0) || !ok)
		die("cannot write %s: %s", str_cstr(&path), strerror(errno));
	str_free(&path);
}

static void make_directory(const char *path)
{
	struct stat st;
	if (mkdir(path, 0777) == 0)
		return;
	if (errno != EEXIST || stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
		die("cannot make the directory %s: %s", path, strerror(errno));
}

/* What is suppressed has a page too. */
static void choose_races(struct html *h)
{
	for (uint32_t i = 0; i < h->report->race_count; i++) {
		struct report_race open = h->report->races[i];
		open.suppressed = false;
		if (report_shows(h->options, &open))
			vec_push(&h->races, &h->report->races[i]);
	}
}

void report_html(const struct report *r, const struct report_options *o,
		 const char *directory)
{
	struct html h = {.report = r, .options = o, .directory = directory};
	assert(report_is_sane(r));
	make_directory(directory);
	choose_races(&h);
	html_find_files(&h);
	html_find_root(&h);
	html_index(&h);
	for (uint32_t i = 0; i < h.races.n; i++)
		html_race(&h, i);
	html_threads(&h);
	if (r->discipline)
		html_locks_page(&h);
	html_sources(&h);
	write_asset(&h, "style.css", html_style_css);
	write_asset(&h, "report.js", html_report_js);
	vec_free(&h.races);
	vec_free(&h.links);
	intern_free(&h.files);
	str_free(&h.below);
	source_free(&h.source);
}
