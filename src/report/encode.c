/* SPDX-License-Identifier: MIT */
/*
 * A report as bytes, and back, so that it can be kept. What chequer confirm adds is left
 * out: it is about runs.
 */
#include "report/encode.h"

CODED(struct report_place, 16);
CODED(struct report_lock, 32);
CODED(struct report_frame, 40);
CODED(struct report_access, 80);
CODED(struct report_pair, 16);
CODED(struct report_ground, 72);
CODED(struct report_use, 112);
CODED(struct report_race, 304);
CODED(struct report_thread, 80);
CODED(struct report_shared_call, 48);
CODED(struct report_cause, 40);
CODED(struct report_stage, 16);
CODED(struct report_veto, 24);
CODED(struct report_gap, 16);
CODED(struct report_item, 32);
CODED(struct report_unknown, 24);
CODED(struct report, 240);

/* ---- parts ---- */

static void code_text(struct bytes *b, void *element)
{
	bytes_text(b, (const char **)element);
}

void report_code_place(struct bytes *b, struct report_place *x)
{
	bytes_text(b, &x->file);
	bytes_u32(b, &x->line);
	bytes_u32(b, &x->column);
}

static void code_lock(struct bytes *b, void *element)
{
	struct report_lock *x = element;
	bytes_text(b, &x->name);
	bytes_bool(b, &x->shared);
	report_code_place(b, &x->taken);
}

static void code_frame(struct bytes *b, void *element)
{
	struct report_frame *x = element;
	bytes_text(b, &x->function);
	report_code_place(b, &x->place);
	bytes_bool(b, &x->indirect);
	bytes_text(b, &x->dropped);
}

static void code_access(struct bytes *b, void *element)
{
	struct report_access *x = element;
	report_code_place(b, &x->place);
	bytes_text(b, &x->function);
	bytes_text(b, &x->expression);
	x->kind = (enum report_kind)bytes_up_to(b, x->kind, ACCESS_FREE);
	bytes_bool(b, &x->atomic);
	bytes_bool(b, &x->last_thing);
	bytes_bool(b, &x->lacks_usual);
	bytes_text(b, &x->dropped);
	bytes_u32(b, &x->thread);
	CODE_LIST(b, x->locks, x->lock_count, code_lock);
	CODE_LIST(b, x->stack, x->frame_count, code_frame);
}

void report_code_number(struct bytes *b, void *element)
{
	bytes_u32(b, element);
}

static void code_pair(struct bytes *b, void *element)
{
	struct report_pair *x = element;
	bytes_u32(b, &x->a);
	bytes_u32(b, &x->b);
	x->confidence =
		(enum confidence)bytes_up_to(b, x->confidence, CONFIDENCE_CONFIRMED);
	bytes_u32(b, &x->ground);
}

static void code_ground(struct bytes *b, void *element)
{
	struct report_ground *x = element;
	CODE_LIST(b, x->reasons, x->reason_count, code_text);
	for (uint32_t i = 0; i < REPORT_AXES; i++)
		bytes_text(b, &x->doubts[i]);
	bytes_text(b, &x->unordered);
	bytes_u64(b, &x->behind);
	bytes_bool(b, &x->of_callers);
}

static void code_use(struct bytes *b, void *element)
{
	struct report_use *x = element;
	code_access(b, &x->access);
	CODE_LIST(b, x->threads, x->thread_count, report_code_number);
	bytes_text(b, &x->veto);
	bytes_text(b, &x->fact);
}

/* ---- a race ---- */

static void code_marks(struct bytes *b, struct report_race *x)
{
	bytes_u64(b, &x->whole);
	bytes_u64(b, &x->at);
	bytes_bool(b, &x->sets_up);
	bytes_u32(b, &x->shared_call);
	bytes_u32(b, &x->cause);
	bytes_bool(b, &x->aside);
	bytes_bool(b, &x->in_baseline);
	bytes_bool(b, &x->suppressed);
	bytes_text(b, &x->suppressed_why);
}

void report_code_race(struct bytes *b, void *element)
{
	struct report_race *x = element;
	bytes_text(b, &x->id);
	bytes_text(b, &x->name);
	bytes_text(b, &x->kind);
	report_code_place(b, &x->declared);
	x->confidence =
		(enum confidence)bytes_up_to(b, x->confidence, CONFIDENCE_CONFIRMED);
	CODE_LIST(b, x->reasons, x->reason_count, code_text);
	for (uint32_t i = 0; i < REPORT_AXES; i++)
		bytes_text(b, &x->doubts[i]);
	CODE_LIST(b, x->accesses, x->access_count, code_access);
	CODE_LIST(b, x->pairs, x->pair_count, code_pair);
	CODE_LIST(b, x->grounds, x->ground_count, code_ground);
	bytes_text(b, &x->unordered);
	bytes_text(b, &x->contract);
	bytes_text(b, &x->changed);
	report_code_place(b, &x->changed_at);
	bytes_text(b, &x->usual_lock);
	bytes_u32(b, &x->usual_count);
	bytes_u32(b, &x->usual_total);
	CODE_LIST(b, x->uses, x->use_count, code_use);
	bytes_bool(b, &x->uses_cut);
	CODE_LIST(b, x->members, x->member_count, code_text);
	CODE_LIST(b, x->folded, x->folded_count, code_text);
	code_marks(b, x);
}

/* ---- the rest ---- */

static void code_thread(struct bytes *b, void *element)
{
	struct report_thread *x = element;
	uint32_t creator = (uint32_t)x->creator;
	x->kind = (enum thread_kind)bytes_up_to(b, x->kind, THREAD_CALLBACK);
	bytes_text(b, &x->entry);
	bytes_text(b, &x->argument);
	bytes_bool(b, &x->many);
	bytes_u32(b, &creator);
	x->creator = (int32_t)creator;
	report_code_place(b, &x->created);
	report_code_place(b, &x->joined);
	CODE_LIST(b, x->stack, x->frame_count, code_frame);
}

static void code_shared_call(struct bytes *b, void *element)
{
	struct report_shared_call *x = element;
	bytes_text(b, &x->caller);
	bytes_text(b, &x->callee);
	bytes_text(b, &x->thread);
	report_code_place(b, &x->place);
	bytes_u32(b, &x->count);
}

static void code_cause(struct bytes *b, void *element)
{
	struct report_cause *x = element;
	x->kind = (enum cause_kind)bytes_up_to(b, x->kind, CAUSE_SHARED_LOCK);
	bytes_text(b, &x->text);
	bytes_u32(b, &x->count);
	report_code_place(b, &x->place);
}

static void code_stage(struct bytes *b, void *element)
{
	struct report_stage *x = element;
	bytes_text(b, &x->name);
	bytes_u64(b, &x->pairs);
}

static void code_veto(struct bytes *b, void *element)
{
	struct report_veto *x = element;
	bytes_text(b, &x->name);
	bytes_text(b, &x->stage);
	bytes_text(b, &x->text);
}

static void code_gap(struct bytes *b, void *element)
{
	struct report_gap *x = element;
	bytes_text(b, &x->what);
	bytes_text(b, &x->why);
}

static void code_item(struct bytes *b, void *element)
{
	struct report_item *x = element;
	bytes_text(b, &x->name);
	report_code_place(b, &x->place);
	bytes_u32(b, &x->count);
}

static void code_unknown(struct bytes *b, void *element)
{
	struct report_unknown *x = element;
	x->kind = (enum unknown_kind)bytes_up_to(b, x->kind, UNKNOWN_COUNT - 1);
	bytes_u32(b, &x->count);
	CODE_LIST(b, x->items, x->item_count, code_item);
}

static void code_numbers(struct bytes *b, struct report *r)
{
	bytes_bool(b, &r->complete);
	bytes_bool(b, &r->open_program);
	bytes_bool(b, &r->kernel);
	bytes_u32(b, &r->entry_count);
	bytes_u32(b, &r->internal_count);
	bytes_u32(b, &r->cut_objects);
	bytes_u32(b, &r->unresolved);
	bytes_u32(b, &r->guarded);
	bytes_u32(b, &r->ignored);
	bytes_bool(b, &r->has_baseline);
	CODE_LIST(b, r->gone, r->gone_count, code_text);
	bytes_text(b, &r->since);
	bytes_u32(b, &r->elsewhere);
}

void report_code(struct bytes *b, struct report *r)
{
	code_numbers(b, r);
	CODE_LIST(b, r->races, r->race_count, report_code_race);
	CODE_LIST(b, r->threads, r->thread_count, code_thread);
	CODE_LIST(b, r->shared_calls, r->shared_call_count, code_shared_call);
	CODE_LIST(b, r->causes, r->cause_count, code_cause);
	CODE_LIST(b, r->funnel, r->stage_count, code_stage);
	CODE_LIST(b, r->vetoes, r->veto_count, code_veto);
	CODE_LIST(b, r->gaps, r->gap_count, code_gap);
	CODE_LIST(b, r->unknown, r->unknown_count, code_unknown);
	CODE_LIST(b, r->assumptions, r->assumption_count, code_text);
	discipline_code(b, &r->discipline);
}
