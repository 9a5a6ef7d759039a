/* SPDX-License-Identifier: MIT */
/*
 * The report as SARIF 2.1.0 (docs/sarif.md): one result a race, on the access that lacks
 * the usual lock. The message says who, what and why; its links lead to the other places.
 * What is not understood is a notification of the run. Limits of GitHub are kept, and
 * what that cuts is said.
 */
#include "report/sarif.h"

#include <assert.h>
#include <string.h>

#include "base/map.h"
#include "report/discipline.h"
#include "report/text.h"

static const char schema[] = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
			     "schemas/sarif-schema-2.1.0.json";

static const char *level_of(enum confidence c)
{
	if (c == CONFIDENCE_LOW)
		return "note";
	return c == CONFIDENCE_MEDIUM ? "warning" : "error";
}

static uint32_t rank_of(enum confidence c)
{
	static const uint32_t ranks[] = {[CONFIDENCE_LOW] = 20,
					 [CONFIDENCE_MEDIUM] = 50,
					 [CONFIDENCE_HIGH] = 80,
					 [CONFIDENCE_CONFIRMED] = 99};
	return ranks[c];
}

/* GitHub's words for how often it is right. */
static const char *precision_of(enum confidence c)
{
	static const char *const words[] = {[CONFIDENCE_LOW] = "low",
					    [CONFIDENCE_MEDIUM] = "medium",
					    [CONFIDENCE_HIGH] = "high",
					    [CONFIDENCE_CONFIRMED] = "very-high"};
	return words[c];
}

/* ---- the message and the places that it leads to ---- */

struct related {
	struct sarif *sarif;
	json_t *list;
	struct intern seen; /* place and text */
	uint32_t count;
	bool cut;
};

/* Its number, for a link; 0 when there is no more room. */
static uint32_t add_related(struct related *r, struct report_place p,
			    const char *function, const char *text)
{
	struct str plain = {0};
	if (r->count == SARIF_MAX_RELATED - 1) {
		r->cut = true;
		return 0;
	}
	text_place(&plain, p);
	str_add(&plain, text);
	uint32_t known = r->seen.n;
	uint32_t id = intern_str(&r->seen, str_cstr(&plain));
	str_clear(&plain);
	if (r->seen.n == known) {
		str_free(&plain);
		return id;
	}
	sarif_add_plain(&plain, text);
	json_t *o = sarif_location(r->sarif, p, function, str_cstr(&plain));
	json_put_number(o, "id", ++r->count);
	json_add(r->list, o);
	str_free(&plain);
	return r->count;
}

/* 'write of 'p->n' in 'add', thread 'worker', holding 'm'' */
static void describe(const struct sarif *s, struct str *out, const struct report_race *x,
		     const struct report_access *a)
{
	str_addf(out, "%s%s", report_atomic_word(s->report, a->atomic),
		 report_kind_name(a->kind));
	text_name(out, " of ", a->expression ? a->expression : x->name);
	text_name(out, " in ", a->function);
	str_add(out, ", ");
	text_access_thread(out, s->report, a);
	if (!a->lock_count)
		str_add(out, ", no locks held");
	for (uint32_t i = 0; i < a->lock_count; i++)
		text_name(out, i ? ", " : ", holding ", a->locks[i].name);
}

static void add_link(struct str *message, const char *text, uint32_t to)
{
	if (!to) {
		sarif_add_plain(message, text);
		return;
	}
	str_addc(message, '[');
	sarif_add_plain(message, text);
	str_addf(message, "](%u)", to);
}

static void add_sides(struct related *r, struct str *message, const struct report_race *x)
{
	const struct report_access *a = &x->accesses[x->pairs[0].a];
	const struct report_access *b = &x->accesses[x->pairs[0].b];
	struct str text = {0};
	describe(r->sarif, &text, x, a);
	sarif_add_plain(message, str_cstr(&text));
	str_add(message, "; at the same time ");
	str_clear(&text);
	describe(r->sarif, &text, x, b);
	if (a == b)
		sarif_add_plain(message, "the same in another thread of this kind");
	else
		add_link(message, str_cstr(&text),
			 add_related(r, b->place, b->function, str_cstr(&text)));
	str_addc(message, '.');
	str_free(&text);
}

static void add_evidence(struct str *message, const struct report_race *x)
{
	struct str text = {0};
	if (!x->evidence_count)
		return;
	const struct report_evidence *e = x->evidence;
	str_addf(&text, " Seen happening in run %u (seed %llu)", e->run,
		 (unsigned long long)e->seed);
	if (e->schedule)
		text_name(&text, ", again with chequer replay ", e->schedule);
	str_addc(&text, '.');
	sarif_add_plain(message, str_cstr(&text));
	str_free(&text);
}

static void add_cause(struct related *r, struct str *message, const struct report_race *x)
{
	struct str text = {0};
	if (x->usual_lock) {
		text_name(&text, " Guarded by ", x->usual_lock);
		str_addf(&text, " in %u of %u accesses.", x->usual_count, x->usual_total);
		sarif_add_plain(message, str_cstr(&text));
	}
	str_clear(&text);
	text_name(&text, "", x->name);
	if (x->declared.file) {
		str_add(message, " Memory: ");
		add_link(message, str_cstr(&text),
			 add_related(r, x->declared, NULL,
				     strcmp(x->kind, "heap") == 0 ? "allocated here"
								  : "declared here"));
		str_addc(message, '.');
	}
	for (uint32_t i = 0; i < x->reason_count && x->confidence < CONFIDENCE_HIGH;
	     i++) {
		str_addf(message, "%s", i ? "; " : " Not certain: ");
		sarif_add_plain(message, x->reasons[i]);
		str_add(message, i + 1 == x->reason_count ? "." : "");
	}
	str_free(&text);
}

/* Where threads are created, where locks were taken, and who else takes part. */
static void add_places(struct related *r, const struct report_race *x)
{
	struct str text = {0};
	for (uint32_t side = 0; side < 2; side++) {
		uint32_t i = side ? x->pairs[0].b : x->pairs[0].a;
		const struct report_access *a = &x->accesses[i];
		const struct report_thread *t = &r->sarif->report->threads[a->thread];
		str_clear(&text);
		text_name(&text, "creates ", t->entry);
		if (t->created.file)
			add_related(r, t->created, NULL, str_cstr(&text));
		if (x->pairs[0].a == x->pairs[0].b)
			break;
	}
	for (uint32_t i = 0; i < x->access_count; i++) {
		str_clear(&text);
		if (i == x->pairs[0].a || i == x->pairs[0].b)
			continue;
		str_add(&text, "also ");
		describe(r->sarif, &text, x, &x->accesses[i]);
		add_related(r, x->accesses[i].place, x->accesses[i].function,
			    str_cstr(&text));
	}
	str_free(&text);
}

/* ---- one result ---- */

json_t *sarif_fingerprints(const char *id)
{
	json_t *o = json_new_object();
	struct str hash = {0};
	str_addf(&hash, "%s:1", id);
	json_put_text(o, "primaryLocationLineHash", str_cstr(&hash));
	json_put_text(o, "chequerRaceId/v1", id);
	str_free(&hash);
	return o;
}

void sarif_put_level(json_t *result, enum confidence c, enum report_rule rule)
{
	json_put_text(result, "ruleId", sarif_rule_id(rule));
	json_put_number(result, "ruleIndex", rule);
	json_put_text(result, "level", level_of(c));
	json_put_number(result, "rank", rank_of(c));
}

static json_t *suppressions_json(const struct report_race *x)
{
	json_t *list = json_new_list(), *o = json_new_object();
	json_put_text(o, "kind", x->in_baseline ? "external" : "inSource");
	json_put_text(o, "status", "accepted");
	if (x->suppressed_why)
		json_put_text(o, "justification", x->suppressed_why);
	json_add(list, o);
	return list;
}

static json_t *properties_json(const struct sarif *s, const struct report_race *x)
{
	json_t *o = json_new_object();
	json_put_text(o, "confidence", confidence_name(x->confidence));
	json_put_text(o, "precision", precision_of(x->confidence));
	json_put_text(o, "memory", x->name);
	if (s->report->cause_count)
		json_put_text(o, "cause", s->report->causes[x->cause].text);
	json_put(o, "aside", json_boolean(x->aside));
	return o;
}

static json_t *result_json(struct sarif *s, const struct report_race *x)
{
	const struct report_access *a = &x->accesses[x->pairs[0].a];
	struct related r = {.sarif = s, .list = json_new_list()};
	struct str message = {0}, name = {0};
	json_t *o = json_new_object(), *places = json_new_list();
	text_name(&name, "Data race on ", x->name);
	sarif_add_plain(&message, str_cstr(&name));
	str_add(&message, ": ");
	add_sides(&r, &message, x);
	if (x->unordered) {
		str_add(&message, " Not ordered: ");
		sarif_add_plain(&message, x->unordered);
		str_addc(&message, '.');
	}
	if (x->contract) {
		str_add(&message, " Contract broken: ");
		sarif_add_plain(&message, x->contract);
		str_addc(&message, '.');
	}
	add_evidence(&message, x);
	add_cause(&r, &message, x);
	add_places(&r, x);
	sarif_put_level(o, x->confidence, report_rule(s->report, x));
	json_put(o, "message", sarif_message(str_cstr(&message)));
	json_add(places, sarif_location(s, a->place, a->function, NULL));
	json_put(o, "locations", places);
	json_put(o, "relatedLocations", r.list);
	json_put(o, "codeFlows", sarif_flows(s, x));
	json_put(o, "partialFingerprints", sarif_fingerprints(x->id));
	if (x->suppressed)
		json_put(o, "suppressions", suppressions_json(x));
	if (s->report->has_baseline)
		json_put_text(o, "baselineState", x->in_baseline ? "unchanged" : "new");
	json_put(o, "properties", properties_json(s, x));
	s->related_cut += r.cut;
	intern_free(&r.seen);
	str_free(&message);
	str_free(&name);
	return o;
}

/* Also what is suppressed: SARIF has a place for it. */
static bool is_written(const struct sarif *s, const struct report_race *x)
{
	struct report_race open = *x;
	open.suppressed = false;
	return report_shows(s->options, &open);
}

static void write_cycles(struct sarif *s, FILE *out, bool *first)
{
	const struct report_discipline *d = s->options->deadlocks ? s->report->discipline : NULL;
	for (uint32_t i = 0; d && i < d->cycle_count; i++) {
		if (!report_shows_cycle(s->options, &d->cycles[i]))
			continue;
		if (s->written == SARIF_MAX_RESULTS) {
			s->left_out++;
			continue;
		}
		json_begin_line(out, first, "        ");
		s->bytes += json_write_value(out, sarif_cycle(s, &d->cycles[i]));
		s->written++;
		arena_release(&s->memory);
	}
}

static void write_results(struct sarif *s, FILE *out)
{
	bool first = true;
	json_write_text(out, "[");
	for (uint32_t i = 0; i < s->report->race_count; i++) {
		const struct report_race *x = &s->report->races[i];
		if (!is_written(s, x))
			continue;
		if (s->written == SARIF_MAX_RESULTS || s->bytes > SARIF_MAX_BYTES) {
			s->left_out++;
			continue;
		}
		json_begin_line(out, &first, "        ");
		s->bytes += json_write_value(out, result_json(s, x));
		s->written++;
		arena_release(&s->memory);
	}
	write_cycles(s, out, &first);
	json_write_text(out, first ? "]" : "\n      ]");
}

/* ---- the run ---- */

static void add_notification(json_t *list, const char *kind, const char *level,
			     const char *text)
{
	json_t *o = json_new_object(), *descriptor = json_new_object();
	struct str plain = {0};
	sarif_add_plain(&plain, text);
	json_put_text(descriptor, "id", kind);
	json_put(o, "descriptor", descriptor);
	json_put_text(o, "level", level);
	json_put(o, "message", sarif_message(str_cstr(&plain)));
	json_add(list, o);
	str_free(&plain);
}

static void add_cuts(json_t *list, const struct sarif *s)
{
	struct str text = {0};
	if (s->left_out)
		str_addf(&text,
			 "%u more results are left out: at most %u, and %u MB of them",
			 s->left_out, SARIF_MAX_RESULTS, SARIF_MAX_BYTES >> 20);
	if (s->related_cut)
		str_addf(&text,
			 "%s%u results have more than %u locations: the first are shown",
			 text.n ? "; " : "", s->related_cut, SARIF_MAX_RELATED);
	if (s->steps_cut)
		str_addf(&text,
			 "%s%u results have more than %u steps: the first are shown",
			 text.n ? "; " : "", s->steps_cut, SARIF_MAX_STEPS);
	if (text.n)
		add_notification(list, "left-out", "warning", str_cstr(&text));
	str_free(&text);
}

static json_t *notifications_json(const struct sarif *s)
{
	const struct report *r = s->report;
	json_t *list = json_new_list();
	struct str text = {0};
	for (uint32_t i = 0; i < r->gap_count; i++) {
		str_clear(&text);
		str_addf(&text, "%s: %s", r->gaps[i].what, r->gaps[i].why);
		add_notification(list, "not-analysed", r->complete ? "warning" : "error",
				 str_cstr(&text));
	}
	for (uint32_t i = 0; i < r->unknown_count; i++) {
		str_clear(&text);
		unknown_summary(&r->unknown[i], &text);
		add_notification(list, "not-understood", "note", str_cstr(&text));
	}
	if (r->since) {
		str_clear(&text);
		str_addf(&text,
			 "Only races that may come from changes since %s: %u others are left "
			 "out",
			 r->since, r->elsewhere);
		add_notification(list, "left-out", "note", str_cstr(&text));
	}
	add_cuts(list, s);
	str_free(&text);
	return list;
}

static json_t *invocations_json(const struct sarif *s)
{
	json_t *list = json_new_list(), *o = json_new_object();
	json_put(o, "executionSuccessful", json_boolean(s->report->complete));
	json_put(o, "toolExecutionNotifications", notifications_json(s));
	json_add(list, o);
	return list;
}

static json_t *roots_json(void)
{
	json_t *o = json_new_object(), *root = json_new_object();
	json_put(
		root, "description",
		sarif_message("The root of the repository, or the directory of the run"));
	json_put(o, "%SRCROOT%", root);
	return o;
}

static json_t *automation_json(void)
{
	json_t *o = json_new_object();
	json_put_text(o, "id", "chequer/");
	return o;
}

void report_sarif(const struct report *r, const struct report_options *o, FILE *out)
{
	static const char outer[] = "  ", inner[] = "      ";
	struct sarif s = {.report = r, .options = o};
	bool first = true, first_inner = true;
	assert(report_is_sane(r));
	json_write_text(out, "{");
	json_write_member(out, &first, outer, "$schema", json_new_text(schema));
	json_write_member(out, &first, outer, "version", json_new_text("2.1.0"));
	json_write_member(out, &first, outer, "runs", NULL);
	json_write_text(out, "[\n    {");
	json_write_member(out, &first_inner, inner, "tool", sarif_tool());
	json_write_member(out, &first_inner, inner, "columnKind",
			  json_new_text("utf16CodeUnits"));
	json_write_member(out, &first_inner, inner, "originalUriBaseIds", roots_json());
	json_write_member(out, &first_inner, inner, "automationDetails",
			  automation_json());
	json_write_member(out, &first_inner, inner, "results", NULL);
	write_results(&s, out);
	json_write_member(out, &first_inner, inner, "invocations", invocations_json(&s));
	json_write_text(out, "\n    }\n  ]\n}\n");
	source_free(&s.source);
}
