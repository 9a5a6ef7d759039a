/* SPDX-License-Identifier: MIT */
/*
 * One race as SARIF's flows: two threads, each from its creation down to the access.
 * Locks are steps of their own where they were taken.
 */
#include <string.h>

#include "base/str.h"
#include "report/sarif.h"
#include "report/text.h"

struct flow {
	struct sarif *sarif;
	json_t *steps;
	uint32_t count, most;
	bool cut;
};

static void add_step(struct flow *f, struct report_place p, const char *function,
		     const char *text, const char *kind, bool essential)
{
	if (f->count >= f->most) {
		f->cut = true;
		return;
	}
	struct str plain = {0};
	json_t *o = json_new_object(), *kinds = json_new_list();
	sarif_add_plain(&plain, text);
	json_put(o, "location", sarif_location(f->sarif, p, function, str_cstr(&plain)));
	json_add(kinds, json_new_text(kind));
	json_put(o, "kinds", kinds);
	json_put_text(o, "importance", essential ? "essential" : "important");
	json_add(f->steps, o);
	f->count++;
	str_free(&plain);
}

static void add_calls(struct flow *f, const struct report_frame *stack, uint32_t n,
		      const char *callee)
{
	struct str text = {0};
	for (uint32_t i = 0; i < n; i++) {
		str_clear(&text);
		text_name(&text, "calls ", i + 1 < n ? stack[i + 1].function : callee);
		if (stack[i].indirect)
			str_add(&text, " through a pointer");
		if (stack[i].dropped)
			text_name(&text, ", having released ", stack[i].dropped);
		add_step(f, stack[i].place, stack[i].function, str_cstr(&text), "call",
			 stack[i].indirect || stack[i].dropped);
	}
	str_free(&text);
}

static void add_creation(struct flow *f, const struct report_thread *t)
{
	struct str text = {0};
	if (!t->created.file)
		return;
	uint32_t n = t->frame_count ? t->frame_count - 1 : 0;
	const char *creator = t->frame_count ? t->stack[n].function : NULL;
	add_calls(f, t->stack, n, creator ? creator : "");
	str_addf(&text, "%s ", text_creates(t->kind));
	text_name(&text, "", t->entry);
	add_step(f, t->created, creator, str_cstr(&text), "fork", true);
	str_free(&text);
}

static void add_locks(struct flow *f, const struct report_access *a)
{
	struct str text = {0};
	for (uint32_t i = 0; i < a->lock_count; i++) {
		if (!a->locks[i].taken.file)
			continue;
		str_clear(&text);
		text_name(&text, "takes ", a->locks[i].name);
		add_step(f, a->locks[i].taken, NULL, str_cstr(&text), "acquire", true);
	}
	str_free(&text);
}

static json_t *flow_json(struct flow *f, const struct report_race *x,
			 const struct report_access *a, const char *id)
{
	const struct report_thread *t = &f->sarif->report->threads[a->thread];
	struct str name = {0}, text = {0};
	json_t *o = json_new_object();
	text_access_thread(&name, f->sarif->report, a);
	f->steps = json_new_list();
	add_creation(f, t);
	add_calls(f, a->stack, a->frame_count, a->function);
	add_locks(f, a);
	str_addf(&text, "%s of ", report_kind_name(a->kind));
	text_name(&text, "", a->expression ? a->expression : x->name);
	f->most++; /* the access itself always is there */
	add_step(f, a->place, a->function, str_cstr(&text), "danger", true);
	json_put_text(o, "id", id);
	json_put(o, "message", sarif_message(str_cstr(&name)));
	json_put(o, "locations", f->steps);
	str_free(&name);
	str_free(&text);
	return o;
}

json_t *sarif_flows(struct sarif *s, const struct report_race *x)
{
	json_t *list = json_new_list(), *flow = json_new_object(),
	       *threads = json_new_list();
	const uint32_t sides[2] = {x->pairs[0].a, x->pairs[0].b};
	bool cut = false;
	for (uint32_t i = 0; i < 2; i++) {
		struct flow f = {.sarif = s, .most = SARIF_MAX_STEPS / 2 - 1};
		json_add(threads, flow_json(&f, x, &x->accesses[sides[i]],
					    i ? "second thread" : "first thread"));
		cut = cut || f.cut;
	}
	s->steps_cut += cut;
	json_put(flow, "threadFlows", threads);
	json_add(list, flow);
	return list;
}
