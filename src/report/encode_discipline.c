/* SPDX-License-Identifier: MIT */
/* The lock discipline as bytes, as encode.c does it for the rest of a report. */
#include "report/discipline.h"
#include "report/encode.h"

CODED(struct report_exception, 40);
CODED(struct report_memory, 152);
CODED(struct report_order, 56);
CODED(struct report_holder, 24);
CODED(struct report_known_lock, 88);
CODED(struct report_cycle, 48);
CODED(struct report_discipline, 56);

static void code_any_place(struct bytes *b, void *element)
{
	report_code_place(b, element);
}

static void code_declared(struct bytes *b, struct report_declared *x)
{
	bytes_text(b, &x->record);
	bytes_text(b, &x->path);
	bytes_text(b, &x->name);
	report_code_place(b, &x->place);
}

static void code_holder(struct bytes *b, void *element)
{
	struct report_holder *x = element;
	bytes_text(b, &x->function);
	report_code_place(b, &x->place);
}

static void code_exception(struct bytes *b, void *element)
{
	struct report_exception *x = element;
	report_code_place(b, &x->place);
	bytes_text(b, &x->function);
	x->kind = (enum report_kind)bytes_up_to(b, x->kind, ACCESS_FREE);
	bytes_bool(b, &x->atomic);
	bytes_u32(b, &x->thread);
}

static void code_memory(struct bytes *b, void *element)
{
	struct report_memory *x = element;
	bytes_text(b, &x->name);
	bytes_text(b, &x->record);
	bytes_text(b, &x->member);
	report_code_place(b, &x->declared);
	code_declared(b, &x->spot);
	x->rule = (enum memory_rule)bytes_up_to(b, x->rule, MEMORY_RULES - 1);
	x->status = (enum memory_status)bytes_up_to(b, x->status, MEMORY_STATUSES - 1);
	bytes_text(b, &x->lock);
	bytes_u32(b, &x->lock_index);
	bytes_bool(b, &x->same_object);
	bytes_u32(b, &x->kept);
	bytes_u32(b, &x->total);
	CODE_LIST(b, x->readers, x->read_count, report_code_number);
	CODE_LIST(b, x->writers, x->write_count, report_code_number);
	CODE_LIST(b, x->exceptions, x->exception_count, code_exception);
}

static void code_order(struct bytes *b, void *element)
{
	struct report_order *x = element;
	bytes_u32(b, &x->first);
	bytes_u32(b, &x->second);
	report_code_place(b, &x->held);
	report_code_place(b, &x->wanted);
	bytes_text(b, &x->function);
	bytes_u32(b, &x->thread);
}

static void code_known_lock(struct bytes *b, void *element)
{
	struct report_known_lock *x = element;
	bytes_text(b, &x->name);
	code_declared(b, &x->spot);
	CODE_LIST(b, x->holders, x->holder_count, code_holder);
	bytes_bool(b, &x->one);
	CODE_LIST(b, x->places, x->place_count, code_any_place);
	bytes_u32(b, &x->guards);
}

static void code_cycle(struct bytes *b, void *element)
{
	struct report_cycle *x = element;
	bytes_text(b, &x->id);
	x->confidence =
		(enum confidence)bytes_up_to(b, x->confidence, CONFIDENCE_CONFIRMED);
	bytes_text(b, &x->reason);
	CODE_LIST(b, x->steps, x->step_count, code_order);
	bytes_bool(b, &x->suppressed);
}

void discipline_code(struct bytes *b, const struct report_discipline **d)
{
	bool there = *d;
	bytes_bool(b, &there);
	if (!there || b->bad)
		return;
	struct report_discipline *read =
		b->out ? NULL : ARENA_NEW(b->memory, struct report_discipline);
	struct report_discipline x = b->out ? **d : *read;
	CODE_LIST(b, x.memory, x.memory_count, code_memory);
	CODE_LIST(b, x.locks, x.lock_count, code_known_lock);
	CODE_LIST(b, x.orders, x.order_count, code_order);
	CODE_LIST(b, x.cycles, x.cycle_count, code_cycle);
	bytes_bool(b, &x.cut);
	if (read) {
		*read = x;
		*d = read;
	}
}
