/* SPDX-License-Identifier: MIT */
/* chequer locks --format json, and the deadlocks of the report as JSON (docs/locks.md). */
#include "report/discipline.h"
#include "report/json.h"

enum { FORMAT_VERSION = 1 };

static json_t *place_json(struct report_place p)
{
	json_t *o = json_new_object();
	json_put_text(o, "file", p.file);
	json_put_number(o, "line", p.line);
	json_put_number(o, "column", p.column);
	return o;
}

static json_t *numbers_json(const uint32_t *list, uint32_t n)
{
	json_t *out = json_new_list();
	for (uint32_t i = 0; i < n; i++)
		json_add(out, json_integer(list[i]));
	return out;
}

static json_t *exceptions_json(const struct report_memory *m)
{
	json_t *out = json_new_list();
	for (uint32_t i = 0; i < m->exception_count; i++) {
		const struct report_exception *e = &m->exceptions[i];
		json_t *o = place_json(e->place);
		json_put_text(o, "function", e->function);
		json_put_text(o, "kind", report_kind_name(e->kind));
		json_put(o, "atomic", json_boolean(e->atomic));
		json_put_number(o, "thread", e->thread);
		json_add(out, o);
	}
	return out;
}

static json_t *memory_json(const struct report_memory *m)
{
	json_t *o = json_new_object();
	json_put_text(o, "name", m->name);
	json_put_text(o, "struct", m->record);
	json_put_text(o, "member", m->member);
	json_put(o, "declared", place_json(m->declared));
	json_put_text(o, "rule", memory_rule_name(m->rule));
	json_put_text(o, "status", memory_status_name(m->status));
	json_put_text(o, "lock", m->lock);
	json_put_number(o, "kept", m->kept);
	json_put_number(o, "total", m->total);
	json_put(o, "readers", numbers_json(m->readers, m->read_count));
	json_put(o, "writers", numbers_json(m->writers, m->write_count));
	json_put(o, "exceptions", exceptions_json(m));
	return o;
}

static json_t *lock_json(const struct report_known_lock *l)
{
	json_t *o = json_new_object(), *places = json_new_list();
	json_put_text(o, "name", l->name);
	json_put(o, "one", json_boolean(l->one));
	json_put_number(o, "guards", l->guards);
	for (uint32_t i = 0; i < l->place_count; i++)
		json_add(places, place_json(l->places[i]));
	json_put(o, "taken", places);
	return o;
}

static json_t *order_json(const struct report_discipline *d, const struct report_order *x)
{
	json_t *o = json_new_object();
	json_put_text(o, "first", d->locks[x->first].name);
	json_put_text(o, "second", d->locks[x->second].name);
	json_put(o, "held", place_json(x->held));
	json_put(o, "wanted", place_json(x->wanted));
	json_put_text(o, "function", x->function);
	json_put_number(o, "thread", x->thread);
	return o;
}

static json_t *cycle_json(const struct report_discipline *d, const struct report_cycle *c)
{
	json_t *o = json_new_object(), *steps = json_new_list();
	json_put_text(o, "id", c->id);
	json_put_text(o, "confidence", confidence_name(c->confidence));
	json_put_text(o, "reason", c->reason);
	for (uint32_t i = 0; i < c->step_count; i++)
		json_add(steps, order_json(d, &c->steps[i]));
	json_put(o, "steps", steps);
	return o;
}

json_t *cycles_json(const struct report_discipline *d, const struct report_options *o)
{
	json_t *out = json_new_list();
	for (uint32_t i = 0; i < d->cycle_count; i++)
		if (report_shows_cycle(o, &d->cycles[i]))
			json_add(out, cycle_json(d, &d->cycles[i]));
	return out;
}

static json_t *threads_json(const struct report *r)
{
	json_t *out = json_new_list();
	for (uint32_t i = 0; i < r->thread_count; i++) {
		json_t *o = json_new_object();
		json_put_text(o, "kind", thread_kind_name(r->threads[i].kind));
		json_put_text(o, "entry", r->threads[i].entry);
		json_put(o, "many", json_boolean(r->threads[i].many));
		json_put(o, "created", place_json(r->threads[i].created));
		json_add(out, o);
	}
	return out;
}

void discipline_json(const struct report *r, const struct report_options *o, FILE *out)
{
	static const char indent[] = "  ";
	const struct report_discipline *d = r->discipline;
	bool first = true, line = true;
	json_write_text(out, "{");
	json_write_member(out, &first, indent, "version", json_integer(FORMAT_VERSION));
	json_write_member(out, &first, indent, "complete", json_boolean(r->complete));
	json_write_member(out, &first, indent, "memory", NULL);
	json_write_text(out, "[");
	for (uint32_t i = 0; i < d->memory_count; i++) {
		json_begin_line(out, &line, "    ");
		json_write_value(out, memory_json(&d->memory[i]));
	}
	json_write_text(out, "]");
	line = true;
	json_write_member(out, &first, indent, "locks", NULL);
	json_write_text(out, "[");
	for (uint32_t i = 0; i < d->lock_count; i++) {
		json_begin_line(out, &line, "    ");
		json_write_value(out, lock_json(&d->locks[i]));
	}
	json_write_text(out, "]");
	line = true;
	json_write_member(out, &first, indent, "order", NULL);
	json_write_text(out, "[");
	for (uint32_t i = 0; i < d->order_count; i++) {
		json_begin_line(out, &line, "    ");
		json_write_value(out, order_json(d, &d->orders[i]));
	}
	json_write_text(out, "]");
	json_write_member(out, &first, indent, "deadlocks", cycles_json(d, o));
	json_write_member(out, &first, indent, "threads", threads_json(r));
	json_write_text(out, "\n}\n");
}
