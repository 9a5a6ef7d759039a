/* SPDX-License-Identifier: MIT */
/* The tool as SARIF wants it described: its rules, and the kinds of its notifications. */
#include "base/str.h"
#include "report/sarif.h"

struct rule {
	const char *id, *name;
	uint32_t cwe;
	const char *severity, *title, *meaning, *remedy;
};

static const struct rule rules[RULE_COUNT] = {
#define RULE(key, id, name, cwe, severity, title, meaning, remedy)                       \
	[RULE_##key] = {id, name, cwe, severity, title, meaning, remedy},
#include "report/rules.def"
#undef RULE
};

const char *sarif_rule_id(enum report_rule r)
{
	return rules[r].id;
}

static json_t *tags_json(const struct rule *r)
{
	json_t *list = json_new_list();
	struct str cwe = {0};
	str_addf(&cwe, "external/cwe/cwe-%u", r->cwe);
	json_add(list, json_new_text("concurrency"));
	json_add(list, json_new_text("security"));
	json_add(list, json_new_text(str_cstr(&cwe)));
	str_free(&cwe);
	return list;
}

static json_t *help_json(const struct rule *r)
{
	json_t *o = json_new_object();
	struct str text = {0}, markdown = {0};
	str_addf(&text, "%s\n\n%s\n\nCWE-%u", r->meaning, r->remedy, r->cwe);
	str_addf(&markdown,
		 "%s\n\n**What to do.** %s\n\n"
		 "[CWE-%u](https://cwe.mitre.org/data/definitions/%u.html)",
		 r->meaning, r->remedy, r->cwe, r->cwe);
	json_put_text(o, "text", str_cstr(&text));
	json_put_text(o, "markdown", str_cstr(&markdown));
	str_free(&text);
	str_free(&markdown);
	return o;
}

static json_t *rule_json(const struct rule *r)
{
	json_t *o = json_new_object(), *properties = json_new_object();
	json_t *configuration = json_new_object();
	json_put_text(o, "id", r->id);
	json_put_text(o, "name", r->name);
	json_put(o, "shortDescription", sarif_message(r->title));
	json_put(o, "fullDescription", sarif_message(r->meaning));
	json_put(o, "help", help_json(r));
	json_put_text(configuration, "level", "warning");
	json_put(o, "defaultConfiguration", configuration);
	json_put(properties, "tags", tags_json(r));
	json_put_text(properties, "precision", "high");
	json_put_text(properties, "problem.severity", "warning");
	json_put_text(properties, "security-severity", r->severity);
	json_put(o, "properties", properties);
	return o;
}

static json_t *notification_kind(const char *id, const char *text)
{
	json_t *o = json_new_object();
	json_put_text(o, "id", id);
	json_put(o, "shortDescription", sarif_message(text));
	return o;
}

json_t *sarif_tool(void)
{
	json_t *tool = json_new_object(), *driver = json_new_object();
	json_t *list = json_new_list(), *kinds = json_new_list();
	json_put_text(driver, "name", "chequer");
	json_put_text(driver, "version", CHEQUER_VERSION);
	json_put_text(driver, "semanticVersion", CHEQUER_VERSION);
	for (uint32_t i = 0; i < RULE_COUNT; i++)
		json_add(list, rule_json(&rules[i]));
	json_put(driver, "rules", list);
	json_add(kinds,
		 notification_kind("not-analysed", "What the answer does not cover"));
	json_add(kinds, notification_kind("not-understood",
					  "What was not understood and could hide a race"));
	json_add(kinds,
		 notification_kind("left-out", "What was found and is not in this file"));
	json_put(driver, "notifications", kinds);
	json_put(tool, "driver", driver);
	return tool;
}
