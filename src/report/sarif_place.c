/* SPDX-License-Identifier: MIT */
/*
 * Places as SARIF wants them: a URI below the root of the repository, and columns in
 * UTF-16 units, where ours are bytes.
 */
#include <string.h>

#include "base/str.h"
#include "project/paths.h"
#include "report/sarif.h"

json_t *sarif_message(const char *text)
{
	json_t *o = json_new_object();
	json_put_text(o, "text", text);
	return o;
}

void sarif_add_plain(struct str *s, const char *text)
{
	for (; *text; text++) {
		if (strchr("[]\\", *text))
			str_addc(s, '\\');
		str_addc(s, *text);
	}
}

static json_t *artifact_json(struct sarif *s, const char *file)
{
	const struct report_options *o = s->options;
	json_t *artifact = json_new_object();
	struct str uri = {0};
	const char *absolute = o->here ? path_absolute(&s->memory, o->here, file) : file;
	const char *shown = o->root ? path_shown(o->root, absolute) : absolute;
	if (*shown == '/')
		str_add(&uri, "file://");
	path_add_uri(&uri, shown);
	json_put_text(artifact, "uri", str_cstr(&uri));
	if (*shown != '/')
		json_put_text(artifact, "uriBaseId", "%SRCROOT%");
	str_free(&uri);
	return artifact;
}

static json_t *physical_json(struct sarif *s, struct report_place p)
{
	json_t *o = json_new_object(), *region = json_new_object();
	json_put(o, "artifactLocation", artifact_json(s, p.file));
	json_put_number(region, "startLine", p.line ? p.line : 1);
	if (p.line && p.column)
		json_put_number(region, "startColumn",
				source_utf16_column(&s->source, p.file, p.line, p.column));
	json_put(o, "region", region);
	return o;
}

json_t *sarif_location(struct sarif *s, struct report_place p, const char *function,
		       const char *message)
{
	json_t *o = json_new_object();
	if (p.file)
		json_put(o, "physicalLocation", physical_json(s, p));
	if (function && *function) {
		json_t *logical = json_new_object(), *list = json_new_list();
		json_put_text(logical, "name", function);
		json_put_text(logical, "kind", "function");
		json_add(list, logical);
		json_put(o, "logicalLocations", list);
	}
	if (message)
		json_put(o, "message", sarif_message(message));
	return o;
}
