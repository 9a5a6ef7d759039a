/* SPDX-License-Identifier: MIT */
/*
 * What a function may rely on when code outside calls it.
 *
 * Callbacks. When one of call_rcu begins, those readers have left who could have found the
 * object that it gets; a handler of an interrupt holds what keeps others off its processor. Such
 * a function begins with a call that says so, unless code of the program calls it too.
 *
 * Asserted locks (lockdep_assert_held). Where callers are part of the program, it is known what
 * they hold, and the assertion says nothing new. A function that no code of the program calls by
 * name is called from outside, and there the assertion is a contract: the lock is held.
 */
#include <string.h>

#include "base/diag.h"
#include "outside/internal.h"

static sym_id callee_of(const struct program *p, const struct ir_inst *i)
{
	return i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
}

static const struct effect *effect_of_call(const struct program *p, const struct models *m,
					   const struct ir_inst *i, enum effect_kind kind)
{
	sym_id s = callee_of(p, i);
	const struct model *row = s ? models_find(m, ir_str(p, p->symbols.at[s].name)) : NULL;
	return row ? model_effect(row, kind) : NULL;
}

bool *find_called(const struct program *p)
{
	bool *called = xcalloc(p->symbols.n, sizeof(bool));
	for (func_id f = 1; f < p->funcs.n; f++)
		for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++)
			called[callee_of(p, ir_inst_at(p, &p->funcs.at[f], i))] = true;
	return called;
}

/* ---- how callbacks begin ---- */

struct callback {
	sym_id function;
	uint32_t param;
	const char *readers; /* have left, as far as the argument is concerned; or NULL */
	const char *holding; /* or NULL */
};

static const struct effect *find_begin(const struct program *p, const struct models *m,
				       const struct ir_inst *i)
{
	const struct effect *e = effect_of_call(p, m, i, EFFECT_CREATE);
	if (e && (e->name || e->holding))
		return e;
	e = effect_of_call(p, m, i, EFFECT_STORES);
	return e && e->holding ? e : NULL;
}

/* Only a function that the call names is one. */
static bool look_for_callback(const struct program *p, const struct models *m,
			      const struct ir_inst *i, struct callback *out)
{
	const struct effect *e = find_begin(p, m, i);
	int operand = !e ? -1 : e->kind == EFFECT_STORES ? e->other : e->arg;
	if (operand < 0 || (uint32_t)operand >= i->arg_count)
		return false;
	sym_id s = ir_val_symbol(p, p->operands.at[i->args + (uint32_t)operand]);
	func_id f = s ? p->symbols.at[s].func : 0;
	bool passed = f && (uint32_t)e->extra < p->funcs.at[f].param_count;
	*out = (struct callback){s, (uint32_t)e->extra, passed ? e->name : NULL, e->holding};
	return f;
}

/* Puts a call of 'prefix.name' in front; it has that effect. */
static void begin_with(struct program *p, struct models *m, func_id f, const char *prefix,
		       const char *effect, const char *lock, const ir_val *object)
{
	struct str name = {0}, row = {0};
	char message[256];
	str_addf(&name, "chequer.%s.%s", prefix, lock);
	str_addf(&row, "%s(%s): %s \"%s\"%s\n", str_cstr(&name), object ? "p" : "", effect, lock,
		 object ? " p" : "");
	if (!models_find(m, str_cstr(&name)) &&
	    !models_add_text(m, "contracts.c", str_cstr(&row), row.n, message, sizeof(message)))
		BUG("%s", message);
	sym_id s = declare_function(p, str_cstr(&name), p->symbols.at[p->funcs.at[f].sym].unit);
	insert(p, f, 0, make_call(p, s, object, object ? 1 : 0, p->funcs.at[f].loc));
	str_free(&name);
	str_free(&row);
}

static void begin_callback(struct program *p, struct models *m, const struct callback *c)
{
	func_id f = p->symbols.at[c->function].func;
	ir_val object = ir_val_make(VAL_PARAM, c->param);
	if (c->readers)
		begin_with(p, m, f, "after", "grace", c->readers, &object);
	if (c->holding)
		begin_with(p, m, f, "in", "acquire", c->holding, NULL);
}

static void add_callbacks(struct program *p, struct models *m, bool *called)
{
	VEC(struct callback) list = {0};
	for (func_id f = 1; f < p->funcs.n; f++) {
		for (uint32_t i = 0; i < p->funcs.at[f].inst_count; i++) {
			struct callback c;
			if (!look_for_callback(p, m, ir_inst_at(p, &p->funcs.at[f], i), &c) ||
			    called[c.function])
				continue;
			called[c.function] = true; /* once */
			vec_push(&list, c);
		}
	}
	for (uint32_t i = 0; i < list.n; i++)
		begin_callback(p, m, &list.at[i]);
	vec_free(&list);
}

/* ---- asserted locks ---- */

static void believe(struct program *p, const struct models *m, func_id f)
{
	for (uint32_t n = 0; n < p->funcs.at[f].inst_count; n++) {
		struct ir_inst *i = ir_inst_at(p, &p->funcs.at[f], n);
		const struct effect *e = effect_of_call(p, m, i, EFFECT_ASSERTS);
		if (!e || e->arg < 0 || (uint32_t)e->arg >= i->arg_count)
			continue;
		ir_val lock = p->operands.at[i->args + (uint32_t)e->arg];
		loc_id loc = i->loc;
		sym_id holds = declare_function(p, e->mode == MODE_SHARED ? "chequer.holds.shared"
									   : "chequer.holds",
						p->symbols.at[p->funcs.at[f].sym].unit);
		struct ir_inst call = make_call(p, holds, &lock, 1, loc);
		*ir_inst_at(p, &p->funcs.at[f], n) = call;
	}
}

void add_contracts(struct program *p, struct models *m)
{
	static const char own[] = "chequer.holds(l): acquire l\n"
				  "chequer.holds.shared(l): acquire l shared\n";
	char message[256];
	bool *called = find_called(p);
	if (!models_add_text(m, "contracts.c", own, strlen(own), message, sizeof(message)))
		BUG("%s", message);
	for (func_id f = 1; f < p->funcs.n; f++)
		if (!called[p->funcs.at[f].sym])
			believe(p, m, f);
	add_callbacks(p, m, called);
	free(called);
}
