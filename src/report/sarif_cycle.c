/* SPDX-License-Identifier: MIT */
/* A circle in the order of locks as a SARIF result: on the place where the first thread has
 * to wait, and one thread flow for each thread. */
#include "report/discipline.h"
#include "report/sarif.h"
#include "report/text.h"

static void add_plain(struct str *message, struct str *text)
{
	sarif_add_plain(message, str_cstr(text));
	str_free(text);
}

static json_t *message_json(const struct sarif *s, const struct report_cycle *c)
{
	const struct report_discipline *d = s->report->discipline;
	struct str message = {0}, text = {0};
	str_add(&text, "Locks are taken in different orders:");
	for (uint32_t i = 0; i < c->step_count; i++) {
		const struct report_order *o = &c->steps[i];
		str_add(&text, i ? "; " : " ");
		text_thread(&text, &s->report->threads[o->thread]);
		text_name(&text, " holds ", d->locks[o->first].name);
		text_name(&text, " and takes ", d->locks[o->second].name);
		text_name(&text, " in ", o->function);
	}
	str_add(&text, ". Each may wait for the next one.");
	if (c->reason)
		str_addf(&text, " Not certain: %s.", c->reason);
	add_plain(&message, &text);
	json_t *out = sarif_message(str_cstr(&message));
	str_free(&message);
	return out;
}

static json_t *step_json(struct sarif *s, struct report_place p, const char *verb,
			 const char *lock, const char *function)
{
	json_t *o = json_new_object();
	struct str text = {0}, plain = {0};
	text_name(&text, verb, lock);
	add_plain(&plain, &text);
	json_put(o, "location", sarif_location(s, p, function, str_cstr(&plain)));
	str_free(&plain);
	return o;
}

static json_t *flow_json(struct sarif *s, const struct report_order *o, uint32_t number)
{
	const struct report_discipline *d = s->report->discipline;
	json_t *flow = json_new_object(), *steps = json_new_list();
	struct str id = {0}, thread = {0}, plain = {0};
	str_addf(&id, "thread %u", number);
	text_thread(&thread, &s->report->threads[o->thread]);
	add_plain(&plain, &thread);
	json_put_text(flow, "id", str_cstr(&id));
	json_put(flow, "message", sarif_message(str_cstr(&plain)));
	json_add(steps, step_json(s, o->held, "takes ", d->locks[o->first].name, NULL));
	json_add(steps,
		 step_json(s, o->wanted, "waits for ", d->locks[o->second].name, o->function));
	json_put(flow, "locations", steps);
	str_free(&id);
	str_free(&plain);
	return flow;
}

/* Where each of the locks that are waited for is held from. */
static json_t *related_json(struct sarif *s, const struct report_cycle *c)
{
	json_t *list = json_new_list();
	for (uint32_t i = 0; i < c->step_count; i++) {
		const struct report_order *o = &c->steps[i];
		struct str text = {0}, plain = {0};
		text_name(&text, "takes ", s->report->discipline->locks[o->first].name);
		add_plain(&plain, &text);
		json_t *place = sarif_location(s, o->held, NULL, str_cstr(&plain));
		json_put_number(place, "id", i + 1);
		json_add(list, place);
		str_free(&plain);
	}
	return list;
}

json_t *sarif_cycle(struct sarif *s, const struct report_cycle *c)
{
	json_t *o = json_new_object(), *places = json_new_list(), *flows = json_new_list();
	json_t *code = json_new_list(), *list = json_new_object();
	sarif_put_level(o, c->confidence, RULE_LOCK_ORDER);
	json_put(o, "message", message_json(s, c));
	json_add(places, sarif_location(s, c->steps[0].wanted, c->steps[0].function, NULL));
	json_put(o, "locations", places);
	json_put(o, "relatedLocations", related_json(s, c));
	for (uint32_t i = 0; i < c->step_count; i++)
		json_add(flows, flow_json(s, &c->steps[i], i + 1));
	json_put(list, "threadFlows", flows);
	json_add(code, list);
	json_put(o, "codeFlows", code);
	json_put(o, "partialFingerprints", sarif_fingerprints(c->id));
	return o;
}
