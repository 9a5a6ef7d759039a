/* SPDX-License-Identifier: MIT */
/*
 * Paths in source names. A path is taken apart into a core that has a name (a
 * variable, a parameter, what a pointer holds) and byte offsets behind it, which
 * the type of the core turns into members: d->priv->stats.rx_p.
 */
#include "summary/path.h"

#include <string.h>

#include "ir/names.h"

struct printer {
	const struct paths *t;
	const struct program *p;
	const struct pointers *pt;
	func_id owner;
	uint32_t depth;
	bool lock; /* the outermost is a lock: never a whole struct that begins with it */
	int64_t moved; /* the outermost is so far behind the path */
};

/* Text of a value and the type that a pointer of that value points to. */
static type_id print_value(struct printer *pr, path_id id, struct str *out);
static type_id print_memory(struct printer *pr, path_id id, uint64_t size, struct str *out);

static const struct ir_var *var_of(const struct program *p, func_id f, ir_val v, bool in_memory)
{
	const struct ir_func *fn = &p->funcs.at[f];
	for (uint32_t i = 0; i < fn->var_count; i++) {
		const struct ir_var *var = &p->vars.at[fn->var_first + i];
		if (var->value == v && var->in_memory == in_memory)
			return var;
	}
	return NULL;
}

static const char *name_or(const struct program *p, str_id name, const char *other)
{
	return name ? ir_str(p, name) : other;
}

/* A parameter without a type (void *): the variable that gives it one. */
static const struct ir_var *typed_copy(const struct program *p, func_id f, uint32_t i,
				       type_id type)
{
	const struct ir_func *fn = &p->funcs.at[f];
	type_id target = type_target(p, type);
	if (target && p->types.at[type_strip(p, target)].kind != TYPE_VOID)
		return NULL;
	for (uint32_t k = 0; k < fn->var_count; k++) {
		const struct ir_var *v = &p->vars.at[fn->var_first + k];
		if (v->value == ir_val_make(VAL_PARAM, i) && !v->in_memory && v->name &&
		    type_target(p, v->type) &&
		    p->types.at[type_strip(p, type_target(p, v->type))].kind != TYPE_VOID)
			return v;
	}
	return NULL;
}

static type_id print_param(struct printer *pr, func_id f, uint32_t i, struct str *out)
{
	const struct ir_func *fn = &pr->p->funcs.at[f];
	if (!f || i >= fn->param_count) {
		str_addf(out, "argument %u", i + 1);
		return 0;
	}
	const struct ir_param *param = &pr->p->params.at[fn->param_first + i];
	const struct ir_var *typed = typed_copy(pr->p, f, i, param->type);
	if (typed) {
		str_add(out, ir_str(pr->p, typed->name));
		return typed->type;
	}
	if (param->name)
		str_add(out, ir_str(pr->p, param->name));
	else
		str_addf(out, "arg%u", i);
	return param->byval ? 0 : param->type;
}

/* The address that an operand is, as a path of values of this function. */
static path_id operand_path(const struct program *p, func_id f, ir_val v, uint32_t depth,
			    struct paths *t)
{
	enum { DEEPEST = 8 };
	if (ir_val_tag(v) == VAL_PARAM)
		return path_leaf(t, PATH_VALUE, f, VALUE_PARAM + ir_val_index(v));
	if (ir_val_tag(v) == VAL_CONST) {
		const struct ir_const *c = &p->consts.at[ir_val_index(v)];
		sym_id s = c->sym ? ir_resolve_alias(p, c->sym) : 0;
		return s ? path_offset(t, path_leaf(t, PATH_SYMBOL, s, 0), c->value) : 0;
	}
	if (ir_val_tag(v) != VAL_INST)
		return 0;
	const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[f], ir_val_index(v));
	path_id base = 0;
	if (depth < DEEPEST && (i->op == OP_OFFSET || i->op == OP_INDEX || i->op == OP_CAST) &&
	    !var_of(p, f, v, false))
		base = operand_path(p, f, i->a, depth + 1, t);
	if (base && i->op == OP_OFFSET)
		return path_offset(t, base, i->imm);
	if (base && i->op == OP_INDEX)
		return path_index(t, base, 0, (uint64_t)i->imm);
	return base ? base
		    : path_leaf(t, i->op == OP_LOCAL ? PATH_LOCAL : PATH_VALUE, f, ir_val_index(v));
}

/* A loaded value that no variable holds: by the memory it came from. */
static type_id print_loaded(struct printer *pr, func_id f, const struct ir_inst *i,
			    struct str *out)
{
	struct paths t;
	type_id type = 0;
	paths_init(&t);
	path_id address = operand_path(pr->p, f, i->a, 0, &t);
	struct printer inner = {&t, pr->p, pr->pt, f, pr->depth, false, 0};
	if (address)
		type = print_memory(&inner, address, i->size, out);
	else
		str_add(out, "value");
	paths_free(&t);
	return type;
}

/* The value of an instruction: the variable that holds it, or how it was made. */
static type_id print_inst(struct printer *pr, func_id f, uint32_t inst, struct str *out)
{
	const struct ir_var *var = var_of(pr->p, f, ir_val_make(VAL_INST, inst), false);
	if (var) {
		str_add(out, name_or(pr->p, var->name, "value"));
		return var->type;
	}
	const struct ir_inst *i = ir_inst_at(pr->p, &pr->p->funcs.at[f], inst);
	if (i->op == OP_CALL) {
		sym_id callee = ir_val_symbol(pr->p, i->a);
		str_addf(out, "%s()",
			 callee ? ir_str(pr->p, pr->p->symbols.at[callee].name) : "call");
		type_id fn = callee ? type_strip(pr->p, pr->p->symbols.at[callee].type) : 0;
		return fn && pr->p->types.at[fn].kind == TYPE_FUNCTION
			       ? pr->p->types.at[fn].target : 0;
	}
	if (i->op == OP_LOAD)
		return print_loaded(pr, f, i, out);
	str_add(out, "value");
	return 0;
}

/* An object by itself: its name and its own type. */
static type_id print_object(struct printer *pr, const struct path *x, struct str *out)
{
	if (x->kind == PATH_SYMBOL) {
		const struct ir_symbol *y = &pr->p->symbols.at[x->a];
		str_add(out, name_or(pr->p, y->source_name ? y->source_name : y->name, "?"));
		return y->type;
	}
	const struct ir_var *var =
		var_of(pr->p, x->a, ir_val_make(VAL_INST, x->b), true);
	str_add(out, var && var->name ? ir_str(pr->p, var->name) : "local");
	return var ? var->type : 0;
}

/* Heap memory: as what the variable that first held it points to. */
static type_id print_heap(struct printer *pr, const struct path *x, struct str *out,
			  bool *pointer)
{
	const struct ir_var *var =
		var_of(pr->p, x->a, ir_val_make(VAL_INST, x->b), false);
	*pointer = true;
	if (var && var->name) {
		str_add(out, ir_str(pr->p, var->name));
		return type_target(pr->p, var->type);
	}
	obj_id o = pr->pt ? pointers_object_at(pr->pt, x->a, x->b) : 0;
	str_add(out, "(heap)");
	return o ? pointers_object(pr->pt, o)->type : 0;
}

/* Prints the core of an address; *pointer: the core is a pointer to the object,
 * not the object. Returns the object's type. */
static type_id print_core(struct printer *pr, path_id id, struct str *out, bool *pointer)
{
	const struct path *x = path_at(pr->t, id);
	*pointer = false;
	if (x->kind == PATH_SYMBOL || x->kind == PATH_LOCAL)
		return print_object(pr, x, out);
	if (x->kind == PATH_HEAP)
		return print_heap(pr, x, out, pointer);
	*pointer = true;
	return type_target(pr->p, print_value(pr, id, out));
}

/* name + '.x' is name.x; pointer + '.x' is name->x. */
static void join_part(const struct str *core, bool pointer, const struct str *part,
		      struct str *out)
{
	const char *rest = str_cstr(part);
	if (pointer && !*rest)
		str_addc(out, '*');
	str_add(out, str_cstr(core));
	if (pointer && *rest == '.')
		str_addf(out, "->%s", rest + 1);
	else
		str_add(out, rest);
}

struct address {
	path_id core;
	int64_t offset;
	bool indexed;	   /* some element */
	uint64_t stride;   /* of the innermost index on the core itself */
	path_id index;
};

static struct address take_apart(const struct paths *t, path_id id)
{
	struct address a = {0};
	for (;;) {
		const struct path *x = path_at(t, id);
		if (x->kind == PATH_OFFSET) {
			a.offset += x->imm;
		} else if (path_is_some(t, id)) {
			; /* as the pointer is named */
		} else if (x->kind == PATH_INDEX) {
			a.indexed = true;
			a.stride = (uint64_t)x->imm;
			a.index = x->b;
		} else {
			a.core = id;
			return a;
		}
		id = x->a;
	}
}

/* A struct of the program that begins with the lock, or with one that does: go on to that member.
 * Structs of the library (their names begin with an underscore, or they have none) are the
 * lock itself. */
static const struct str *first_member(const struct program *p, type_id t, struct str *part)
{
	while (t) {
		const struct ir_type *x = &p->types.at[type_strip(p, t)];
		bool named = x->name && ir_str(p, x->name)[0] != '_';
		if (x->kind != TYPE_STRUCT || !named || !x->member_count)
			break;
		const struct ir_member *m = &p->members.at[x->members];
		if (!m->name || m->offset != 0)
			break;
		str_addf(part, ".%s", ir_str(p, m->name));
		t = m->type;
	}
	return part;
}

static type_id print_memory(struct printer *pr, path_id id, uint64_t size, struct str *out)
{
	struct address a = take_apart(pr->t, id);
	struct str core = {0}, part = {0};
	bool pointer = false;
	type_id result = 0;
	if (pr->depth > 12) {
		str_add(out, "...");
		return 0;
	}
	if (!pr->depth++)
		a.offset += pr->moved;
	type_id type = print_core(pr, a.core, &core, &pointer);
	uint64_t whole = type ? pr->p->types.at[type_strip(pr->p, type)].size : 0;
	if (pointer && a.indexed && whole && a.stride == whole) {
		str_add(&core, "[]"); /* elements behind a pointer */
		pointer = false;
	}
	if (pointer && whole && a.offset >= (int64_t)whole && a.offset > 0 && !a.indexed &&
	    pr->p->types.at[type_strip(pr->p, type)].kind != TYPE_STRUCT) {
		str_addf(&core, "[%lld]", (long long)(a.offset / (int64_t)whole));
		a.offset %= (int64_t)whole;
		pointer = false;
	}
	bool lock = pr->lock && pr->depth == 1;
	if (type && a.offset >= 0 &&
	    type_name_part(pr->p, type, (uint64_t)a.offset, size, a.indexed, &part, &result))
		join_part(&core, pointer, lock ? first_member(pr->p, result, &part) : &part, out);
	else if (a.offset == 0)
		str_addf(out, "%s%s%s", pointer ? "*" : "", str_cstr(&core),
			 a.indexed && !strstr(str_cstr(&core), "[]") ? "[]" : "");
	else
		str_addf(out, "*((char *)%s%s %c %lld)", pointer ? "" : "&", str_cstr(&core),
			 a.offset < 0 ? '-' : '+',
			 (long long)(a.offset < 0 ? -a.offset : a.offset));
	pr->depth--;
	str_free(&core);
	str_free(&part);
	return result;
}

static const char *const math_names[MATH_COUNT] = {
	"+", "-", "*", "/", "%", "&", "<<", ">>", "==", "unless", "<", "<", "&", "&",
};

/* What is read there, if that is some element of an array; 0: not known. */
static uint64_t element_size(const struct paths *t, path_id address)
{
	const struct path *x = path_at(t, address);
	return x->kind == PATH_INDEX ? (uint64_t)x->imm : 0;
}

static type_id print_value(struct printer *pr, path_id id, struct str *out)
{
	const struct path *x = path_at(pr->t, id);
	switch (x->kind) {
	case PATH_INT:
		str_addf(out, "%lld", (long long)x->imm);
		return 0;
	case PATH_FORMAL:
		return print_param(pr, pr->owner, x->a, out);
	case PATH_VALUE:
		if (x->b & VALUE_PARAM)
			return print_param(pr, x->a, x->b & ~VALUE_PARAM, out);
		return print_inst(pr, x->a, x->b, out);
	case PATH_NAMED:
		str_add(out, ir_str(pr->p, x->a));
		return 0;
	case PATH_LOAD:
		return print_memory(pr, x->a, element_size(pr->t, x->a), out);
	case PATH_MATH:
		str_add(out, "(");
		print_value(pr, x->a, out);
		str_addf(out, " %s ", math_names[x->imm < MATH_COUNT ? x->imm : 0]);
		print_value(pr, x->b, out);
		str_add(out, ")");
		return 0;
	case PATH_RANGE:
	case PATH_SPAN:
		str_add(out, "(");
		print_value(pr, x->a, out);
		str_add(out, "..");
		print_value(pr, x->b, out);
		str_add(out, ")");
		return 0;
	case PATH_SYMBOL:
		if (pr->p->symbols.at[x->a].kind == SYM_FUNCTION) {
			print_object(pr, x, out);
			return 0;
		}
		break;
	case PATH_HEAP: {
		bool pointer;
		print_heap(pr, x, out, &pointer);
		return 0;
	}
	case PATH_NONE:
		str_add(out, "?");
		return 0;
	default:
		break;
	}
	str_addc(out, '&');
	print_memory(pr, id, 0, out);
	return 0;
}

void path_print_value(const struct paths *t, path_id id, const struct program *p,
		      const struct pointers *pt, func_id owner, struct str *out)
{
	struct printer pr = {t, p, pt, owner, 0, false, 0};
	print_value(&pr, id, out);
}

void path_print_lock(const struct paths *t, path_id id, const struct program *p,
		     const struct pointers *pt, func_id owner, struct str *out)
{
	struct printer pr = {t, p, pt, owner, 0, true, 0};
	if (path_at(t, id)->kind == PATH_NAMED)
		print_value(&pr, id, out);
	else
		print_memory(&pr, id, 0, out);
}

void path_print_lock_beside(const struct paths *t, path_id id, int64_t bytes,
			    const struct program *p, const struct pointers *pt, func_id owner,
			    struct str *out)
{
	struct printer pr = {t, p, pt, owner, 0, true, bytes};
	print_memory(&pr, id, 0, out);
}

void path_print_memory(const struct paths *t, path_id id, uint64_t size,
		       const struct program *p, const struct pointers *pt, func_id owner,
		       struct str *out)
{
	struct printer pr = {t, p, pt, owner, 0, false, 0};
	if (path_at(t, id)->kind == PATH_NAMED)
		print_value(&pr, id, out);
	else
		print_memory(&pr, id, size, out);
}
