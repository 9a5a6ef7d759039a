/* SPDX-License-Identifier: MIT */
/*
 * Streams that work with memory of the program, or call its functions (fmemopen, setvbuf,
 * open_memstream, fopencookie): they do so when they are used, in the thread that uses them,
 * with their own lock held. Rows of what gives a stream such things store them in the object that
 * the stream is; here every use of a stream (uses_stream) gets the calls that find them
 * there, if the program gives any stream such a thing at all (gives_stream).
 */
#include "outside/internal.h"

#include <string.h>

/* Where rows store what a stream was given. */
enum { COOKIE_AT = 32, BUFFER_AT = 40, GROWING_AT = 48, LENGTH_AT = 56 };

struct streams {
	struct program *p;
	const struct models *m;
	bool functions, buffer, growing; /* is any stream given such? */
	/* the call that is being prepared: */
	func_id func;
	uint32_t at; /* where the next instruction goes */
	loc_id loc;
};

static bool has_argument(const struct streams *s, const struct ir_inst *call, int8_t arg,
			 ir_val *out)
{
	if (arg < 0 || (uint32_t)arg >= call->arg_count)
		return false;
	*out = s->p->operands.at[call->args + (uint32_t)arg];
	return true;
}

static void look_for_gift(struct streams *s, const struct ir_inst *call)
{
	const struct model *row = row_of_call(s->p, s->m, call);
	const struct effect *e = row ? model_effect(row, EFFECT_GIVES_STREAM) : NULL;
	ir_val given;
	int64_t number;
	if (!e || !has_argument(s, call, e->arg, &given) || ir_val_int(s->p, given, &number))
		return;
	s->functions |= strcmp(e->name, "functions") == 0;
	s->buffer |= strcmp(e->name, "buffer") == 0;
	s->growing |= strcmp(e->name, "growing") == 0;
}

/* ---- what a use does ---- */

static ir_val add(struct streams *s, struct ir_inst i)
{
	i.loc = s->loc;
	insert(s->p, s->func, s->at, i);
	return ir_val_make(VAL_INST, s->at++);
}

static void add_call(struct streams *s, const char *name, ir_val a, ir_val b)
{
	ir_val args[] = {a, b};
	sym_id callee = declare_function(s->p, name, 1);
	add(s, make_call(s->p, callee, args, b == VAL_NONE ? 1 : 2, s->loc));
}

/* The pointer that the stream has there. */
static ir_val add_load(struct streams *s, ir_val stream, int64_t offset)
{
	uint32_t size = s->p->units.at[1].pointer_size;
	ir_val place = add(s, (struct ir_inst){.op = OP_OFFSET, .size = size, .a = stream,
					       .imm = offset});
	return add(s, (struct ir_inst){.op = OP_LOAD, .order = ORDER_RELAXED, .size = size,
				       .a = place});
}

static void add_work(struct streams *s, ir_val stream)
{
	add_call(s, "chequer.stream_enter", stream, VAL_NONE);
	if (s->functions)
		add_call(s, "chequer.stream_call", stream, add_load(s, stream, COOKIE_AT));
	if (s->buffer)
		add_call(s, "chequer.stream_write", add_load(s, stream, BUFFER_AT), VAL_NONE);
	if (s->growing) {
		ir_val buffer = add_load(s, stream, GROWING_AT);
		add_call(s, "chequer.stream_grow", buffer, add_load(s, stream, LENGTH_AT));
	}
	add_call(s, "chequer.stream_leave", stream, VAL_NONE);
}

/* The stream of the call: an argument, or a variable if the program has that. */
static bool find_stream(struct streams *s, const struct ir_inst *call, ir_val *out)
{
	const struct model *row = row_of_call(s->p, s->m, call);
	const struct effect *e = row ? model_effect(row, EFFECT_USES_STREAM) : NULL;
	sym_id variable = e && e->name ? ir_find_symbol(s->p, e->name) : 0;
	if (!variable)
		return e && has_argument(s, call, e->arg, out);
	*out = add(s, (struct ir_inst){.op = OP_LOAD, .order = ORDER_RELAXED,
				       .size = s->p->units.at[1].pointer_size,
				       .a = address_of(s->p, variable)});
	return true;
}

void add_streams(struct program *p, const struct models *m)
{
	struct streams s = {.p = p, .m = m};
	for (func_id f = 1; f < p->funcs.n; f++)
		for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++)
			look_for_gift(&s, ir_inst_at(p, &p->funcs.at[f], i));
	if (!s.functions && !s.buffer && !s.growing)
		return;
	for (s.func = 1; s.func < p->funcs.n; s.func++) {
		for (s.at = 0; s.at < p->funcs.at[s.func].inst_count; s.at++) {
			struct ir_inst call = *ir_inst_at(p, &p->funcs.at[s.func], s.at);
			ir_val stream;
			s.loc = call.loc;
			if (find_stream(&s, &call, &stream))
				add_work(&s, stream);
		}
	}
}
