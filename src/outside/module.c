/* SPDX-License-Identifier: MIT */
/*
 * A module of a system, such as a driver: what the system calls, when, and with which of its
 * locks held, as far as rows say so. Its life is a new function:
 *
 *	the module begins; each device is found (probe), and turned on
 *	threads are created that call its entries, two for each table
 *	all but those that outlive the device are joined; the device is turned off and goes (remove)
 *	the rest is joined; the module ends
 *
 * Entries are functions in variables of a struct type that rows are about ('tag.member'), or that
 * are given to a function by which they are registered ('function.argN').
 * Functions that nothing calls, and no row speaks of, are called by other threads meanwhile.
 *
 * Code that is built into a system has no first function, but one for each of its parts: those
 * that the source puts in a section of which a row says that it is for the beginning. It does not
 * end. An input may hold parts of both kinds.
 */
#include <string.h>

#include "base/diag.h"
#include "ir/names.h"
#include "outside/internal.h"

struct found {
	sym_id function;
	str_id table; /* the tag of the struct, or the function that registers it */
	const struct name_pattern *row;
	bool registered; /* by a call */
	sym_id variable; /* that it is in, or 0 */
	bool in_sequence; /* called by a function of its table (make_sequence) */
};

struct group {
	str_id table;
	bool outlives, registered;
	sym_id thread;
	sym_id ids[2];
};

struct builder {
	struct program *p;
	struct models *m;
	struct outside_objects objects;
	uint32_t symbol_count; /* of the program as it was */
	VEC(struct found) found;
	bool *is_registered; /* [symbol] while tables are looked at */
	VEC(struct group) groups;
	struct body life;
};

/* ---- what the system calls ---- */

/* The struct and its member at that byte of a variable, however deep: 'tag.member'. */
static bool name_member(const struct program *p, type_id t, uint64_t offset, struct str *out,
			str_id *tag)
{
	for (;;) {
		t = type_strip(p, t);
		const struct ir_type *x = &p->types.at[t];
		if (x->kind == TYPE_ARRAY && p->types.at[type_strip(p, x->target)].size) {
			offset %= p->types.at[type_strip(p, x->target)].size;
			t = x->target;
			continue;
		}
		const struct ir_member *m = type_member(p, t, offset);
		if (!m)
			return out->n > 0;
		if (x->kind == TYPE_STRUCT && x->name) {
			str_clear(out);
			str_addf(out, "%s.%s", ir_str(p, x->name), ir_str(p, m->name));
			*tag = x->name;
		}
		offset -= m->offset;
		t = m->type;
	}
}

/* The function with a body that an initial value is, or 0. */
static sym_id function_in(const struct program *p, const struct ir_init *init)
{
	sym_id s = p->consts.at[init->value].sym;
	s = s ? ir_resolve_alias(p, s) : 0;
	return s && p->symbols.at[s].func ? s : 0;
}

/* A function that is given to one by which it is registered, or is in the variable that is:
 * rows about 'function.argN'. */
static void look_at_argument(struct builder *b, sym_id callee, uint32_t k, sym_id given)
{
	struct program *p = b->p;
	struct str name = {0};
	str_addf(&name, "%s.arg%u", ir_str(p, p->symbols.at[callee].name), k + 1);
	const struct name_pattern *row = models_about(b->m, str_cstr(&name));
	str_free(&name);
	given = row ? ir_resolve_alias(p, given) : 0;
	const struct ir_symbol *y = &p->symbols.at[given];
	str_id table = p->symbols.at[callee].name;
	if (given && y->func)
		vec_push(&b->found, ((struct found){given, table, row, true, 0, false}));
	for (uint32_t i = 0; given && y->kind == SYM_VARIABLE && i < y->init_count; i++) {
		sym_id s = function_in(p, &p->inits.at[y->init + i]);
		if (s)
			vec_push(&b->found, ((struct found){s, table, row, true, 0, false}));
	}
}

static void look_at_calls(struct builder *b)
{
	struct program *p = b->p;
	for (func_id f = 1; f < p->funcs.n; f++)
		for (uint32_t n = 0; n < p->funcs.at[f].inst_count; n++) {
			const struct ir_inst *i = ir_inst_at(p, &p->funcs.at[f], n);
			sym_id callee = i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
			for (uint32_t k = 0; callee && k < i->arg_count; k++) {
				sym_id s = ir_val_symbol(p, p->operands.at[i->args + k]);
				if (s)
					look_at_argument(b, callee, k, s);
			}
		}
}

/* What was registered in a way that a row speaks of is called in that way. */
static void look_at_place(struct builder *b, const struct ir_symbol *table,
			  const struct ir_init *init)
{
	struct program *p = b->p;
	const struct ir_symbol *all = p->symbols.at;
	sym_id s = function_in(p, init);
	struct str name = {0};
	str_id tag = 0;
	if (s && !b->is_registered[s] && name_member(p, table->type, init->offset, &name, &tag)) {
		const struct name_pattern *row = models_about(b->m, str_cstr(&name));
		if (row)
			vec_push(&b->found, ((struct found){.function = s, .table = tag, .row = row,
							    .variable = (sym_id)(table - all)}));
	}
	str_free(&name);
}

static void look_at_tables(struct builder *b)
{
	struct program *p = b->p;
	look_at_calls(b);
	b->is_registered = xcalloc(p->symbols.n, sizeof(bool));
	for (uint32_t i = 0; i < b->found.n; i++)
		b->is_registered[b->found.at[i].function] = true;
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *y = &p->symbols.at[s];
		for (uint32_t i = 0; y->kind == SYM_VARIABLE && i < y->init_count; i++)
			look_at_place(b, y, &p->inits.at[y->init + i]);
	}
	free(b->is_registered);
}

static bool is_same_call(const struct found *a, const struct found *b)
{
	return a->function == b->function && a->row->flags == b->row->flags;
}

static bool is_repeated(const struct builder *b, uint32_t i)
{
	for (uint32_t k = 0; k < i; k++)
		if (is_same_call(&b->found.at[k], &b->found.at[i]))
			return true;
	return false;
}

/* ---- calls ---- */

/* The function 'prefix.name', with the row that it has. */
static sym_id lock_function(struct builder *b, const char *effect, const char *name,
			    const char *mode)
{
	struct str row = {0}, function = {0};
	char message[256];
	str_addf(&function, "chequer.%s.%s%s", effect, name, mode);
	for (size_t i = 0; i < function.n; i++)
		if (function.at[i] == ' ')
			function.at[i] = '_';
	str_addf(&row, "%s(): %s \"%s\"%s\n", str_cstr(&function), effect, name, mode);
	program_str(b->p, name); /* a name of the program, by which the lock is known */
	if (!models_find(b->m, str_cstr(&function)) &&
	    !models_add_text(b->m, "module.c", str_cstr(&row), row.n, message, sizeof(message)))
		BUG("%s", message);
	sym_id s = declare_function(b->p, str_cstr(&function), 1);
	str_free(&row);
	str_free(&function);
	return s;
}

static void add_lock(struct builder *b, struct body *to, const char *effect, const char *name,
		     const char *mode)
{
	sym_id f = lock_function(b, effect, name, mode);
	struct ir_inst call = make_call(b->p, f, NULL, 0, 0);
	vec_push(&to->insts, call);
}

static void add_call(struct builder *b, struct body *to, sym_id s)
{
	enum { MOST = 16 };
	struct program *p = b->p;
	func_id f = p->symbols.at[s].func;
	ir_val args[MOST];
	uint32_t n = p->funcs.at[f].param_count;
	for (uint32_t i = 0; i < n && i < MOST; i++)
		args[i] = objects_argument(p, &b->objects, f, i, to);
	struct ir_inst call = make_call(p, s, args, n < MOST ? n : MOST, p->funcs.at[f].loc);
	vec_push(&to->insts, call);
}

static void add_locked_call(struct builder *b, struct body *to, const struct found *x)
{
	const char *lock = x->row->lock_name;
	if (lock)
		add_lock(b, to, "acquire", lock, "");
	add_call(b, to, x->function);
	if (lock)
		add_lock(b, to, "release", lock, "");
}

/* Processes are stopped while the machine sleeps. */
static void add_guarded_call(struct builder *b, struct body *to, const struct found *x)
{
	static const char processes[] = ".processes"; /* is not shown */
	add_lock(b, to, "acquire", processes, x->row->flags & MODELF_ALONE ? "" : " shared");
	add_locked_call(b, to, x);
	add_lock(b, to, "release", processes, "");
}

/* ---- threads that call entries ---- */

static void add_return(struct body *b)
{
	vec_push(&b->insts, ((struct ir_inst){.op = OP_RET}));
	body_end_block(b);
}

static bool is_of_group(const struct builder *b, uint32_t i, const struct group *g)
{
	const struct found *x = &b->found.at[i];
	return x->row->flags & MODELF_ENTRY && x->table == g->table && !x->in_sequence &&
	       !(x->row->flags & MODELF_OUTLIVES) == !g->outlives && !is_repeated(b, i);
}

/* One of its functions, whichever. */
static void make_thread(struct builder *b, struct group *g)
{
	struct program *p = b->p;
	struct body body = {0};
	struct ir_inst choice = {.op = OP_SWITCH, .a = ir_val_make(VAL_UNKNOWN, 0)};
	VEC(ir_val) args = {0};
	uint32_t block = 0;
	vec_push(&body.insts, choice);
	body_end_block(&body);
	for (uint32_t i = 0; i < b->found.n; i++) {
		if (!is_of_group(b, i, g))
			continue;
		block++;
		vec_push(&args, block == 1 ? 0 : ir_val_make(VAL_CONST,
							     program_const(p, 0, block)));
		vec_push(&args, block);
		add_guarded_call(b, &body, &b->found.at[i]);
		add_return(&body);
	}
	body.insts.at[0].args = p->operands.n;
	body.insts.at[0].arg_count = args.n;
	for (uint32_t i = 0; i < args.n; i++)
		vec_push(&p->operands, args.at[i]);
	vec_free(&args);
	struct str name = {0};
	str_addf(&name, g->registered ? "%s" : "struct %s", ir_str(p, g->table));
	g->thread = make_function(p, str_cstr(&name), &body);
	str_free(&name);
	p->symbols.at[g->thread].flags |= SYMF_ADDRESS_TAKEN;
}

/* ---- tables whose functions are called in turn ---- */

static const struct found *find_in(const struct builder *b, sym_id variable, uint32_t flag)
{
	for (uint32_t i = 0; i < b->found.n; i++)
		if (b->found.at[i].variable == variable && b->found.at[i].row->flags & flag)
			return &b->found.at[i];
	return NULL;
}

static void add_choice(struct program *p, struct body *to, uint32_t blocks)
{
	struct ir_inst choice = {.op = OP_GOTO, .args = p->operands.n, .arg_count = blocks};
	for (uint32_t i = 0; i < blocks; i++)
		vec_push(&p->operands, 2 + i);
	vec_push(&to->insts, choice);
	body_end_block(to);
}

/* A function that calls the first one; others, one after the other, as often as it likes; and
 * the last one. What the first one locks is held in the others. */
static void make_sequence(struct builder *b, const struct found first)
{
	enum { AGAIN = 1 };
	struct program *p = b->p;
	struct body body = {0};
	const struct found *last = find_in(b, first.variable, MODELF_LAST);
	uint32_t n = 0;
	add_locked_call(b, &body, &first);
	vec_push(&body.insts, ((struct ir_inst){.op = OP_JUMP, .imm = AGAIN}));
	body_end_block(&body);
	for (uint32_t i = 0; i < b->found.n; i++) {
		const struct found x = b->found.at[i];
		if (x.variable != first.variable || !(x.row->flags & MODELF_ENTRY))
			continue;
		b->found.at[i].in_sequence = true;
		n += !(x.row->flags & (MODELF_FIRST | MODELF_LAST));
	}
	add_choice(p, &body, n + 1);
	if (last)
		add_locked_call(b, &body, last);
	add_return(&body);
	for (uint32_t i = 0; i < b->found.n; i++) {
		const struct found x = b->found.at[i];
		if (x.variable != first.variable || !x.in_sequence ||
		    x.row->flags & (MODELF_FIRST | MODELF_LAST))
			continue;
		add_locked_call(b, &body, &x);
		vec_push(&body.insts, ((struct ir_inst){.op = OP_JUMP, .imm = AGAIN}));
		body_end_block(&body);
	}
	const char *name = ir_str(p, p->symbols.at[first.variable].source_name);
	sym_id f = make_function(p, name, &body);
	vec_push(&b->found, ((struct found){f, first.table, first.row, false, 0, false}));
}

static uint32_t count_firsts(const struct builder *b, sym_id variable)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < b->found.n; i++)
		n += b->found.at[i].variable == variable &&
		     b->found.at[i].row->flags & MODELF_FIRST;
	return n;
}

/* In an array of tables it is not known which functions belong together: they are called each
 * for itself. */
static void make_sequences(struct builder *b)
{
	for (uint32_t i = 0, n = b->found.n; i < n; i++) {
		const struct found x = b->found.at[i];
		if (x.variable && x.row->flags & MODELF_FIRST && count_firsts(b, x.variable) == 1)
			make_sequence(b, x);
	}
}

static void add_group(struct builder *b, const struct found *x)
{
	bool outlives = x->row->flags & MODELF_OUTLIVES;
	for (uint32_t i = 0; i < b->groups.n; i++)
		if (b->groups.at[i].table == x->table && b->groups.at[i].outlives == outlives)
			return;
	vec_push(&b->groups, ((struct group){.table = x->table, .outlives = outlives,
					     .registered = x->registered}));
}

static void make_groups(struct builder *b)
{
	make_sequences(b);
	for (uint32_t i = 0; i < b->found.n; i++)
		if (b->found.at[i].row->flags & MODELF_ENTRY)
			add_group(b, &b->found.at[i]);
	for (uint32_t i = 0; i < b->groups.n; i++)
		make_thread(b, &b->groups.at[i]);
}

static void start_group(struct builder *b, struct group *g)
{
	struct program *p = b->p;
	sym_id run = declare_function(p, "chequer.run", 1);
	for (int i = 0; i < 2; i++) {
		g->ids[i] = make_variable(p, "thread", 0, p->units.at[1].pointer_size);
		ir_val args[2] = {address_of(p, g->thread), address_of(p, g->ids[i])};
		struct ir_inst call = make_call(p, run, args, 2, 0);
		vec_push(&b->life.insts, call);
	}
}

static void join_groups(struct builder *b, bool outlives)
{
	struct program *p = b->p;
	sym_id wait = declare_function(p, "chequer.wait", 1);
	for (uint32_t i = 0; i < b->groups.n; i++) {
		const struct group *g = &b->groups.at[i];
		for (int k = 0; k < 2 && g->outlives == outlives; k++) {
			ir_val id = address_of(p, g->ids[k]);
			struct ir_inst call = make_call(p, wait, &id, 1, 0);
			vec_push(&b->life.insts, call);
		}
	}
}

/* What nothing calls and no row speaks of: the threads know which functions these are. */
static void start_others(struct builder *b)
{
	struct program *p = b->p;
	struct body nothing = {0};
	add_return(&nothing);
	ir_val others = address_of(p, make_function(p, OUTSIDE_OTHERS, &nothing));
	struct ir_inst call = make_call(p, declare_function(p, "chequer.thread", 1), &others, 1, 0);
	vec_push(&b->life.insts, call);
}

/* ---- the life of the module ---- */

static void call_all(struct builder *b, uint32_t flag)
{
	for (uint32_t i = 0; i < b->found.n; i++) {
		const struct found x = b->found.at[i];
		if (x.row->flags & flag && !is_repeated(b, i))
			add_locked_call(b, &b->life, &x);
	}
}

static sym_id find_named(const struct builder *b, uint32_t flag)
{
	const struct program *p = b->p;
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *y = &p->symbols.at[s];
		const struct name_pattern *row =
			y->kind == SYM_FUNCTION ? models_about(b->m, ir_str(p, y->name)) : NULL;
		sym_id body = ir_resolve_alias(p, s);
		if (row && row->flags & flag && p->symbols.at[body].func)
			return body;
	}
	return 0;
}

/* What is in a section of that kind, and nothing calls. */
static bool is_in_section(const struct builder *b, const bool *called, sym_id s, uint32_t flag)
{
	const struct program *p = b->p;
	const struct ir_symbol *y = &p->symbols.at[s];
	if (y->kind != SYM_FUNCTION || !y->func || called[s])
		return false;
	const struct name_pattern *row = section_row(p, b->m, s);
	return row && row->flags & flag;
}

static bool is_in_table(const struct builder *b, sym_id s)
{
	for (uint32_t i = 0; i < b->found.n; i++)
		if (b->found.at[i].function == s)
			return true;
	return false;
}

/* Called by a function of their own: however many threads the beginnings start, these are not the
 * entries' threads. */
static void call_by(struct builder *b, const char *name, struct body *beginnings)
{
	add_return(beginnings);
	sym_id begin = make_function(b->p, name, beginnings);
	struct ir_inst call = make_call(b->p, begin, NULL, 0, 0);
	vec_push(&b->life.insts, call);
}

/* A module's first function has a name; those of what is built in are in a section. Both may be
 * there: a folder of the kernel has parts of either kind. */
static void call_beginnings(struct builder *b, const bool *called)
{
	struct body system = {0}, module = {0};
	sym_id named = find_named(b, MODELF_BEGIN);
	for (sym_id s = 1; s < b->symbol_count; s++)
		if (s != named && !is_in_table(b, s) && is_in_section(b, called, s, MODELF_BEGIN))
			add_call(b, &system, s);
	call_by(b, OUTSIDE_BOOT, &system);
	if (named)
		add_call(b, &module, named);
	call_by(b, "module.begin", &module);
}

static void call_end(struct builder *b)
{
	sym_id named = find_named(b, MODELF_END);
	if (named)
		add_call(b, &b->life, named);
}

/* What is built in does not end: code for that is thrown away. What a table names is a module's. */
static void drop_ends(struct builder *b, const bool *called)
{
	sym_id named = find_named(b, MODELF_END);
	for (sym_id s = 1; s < b->symbol_count; s++)
		if (s != named && !is_in_table(b, s) && is_in_section(b, called, s, MODELF_END))
			empty_body(b->p, &b->p->funcs.at[b->p->symbols.at[s].func]);
}

static void make_life(struct builder *b)
{
	bool *called = find_called(b->p);
	drop_ends(b, called);
	call_beginnings(b, called);
	call_all(b, MODELF_PROBE);
	call_all(b, MODELF_OPENS);
	make_groups(b);
	for (uint32_t i = 0; i < b->groups.n; i++)
		start_group(b, &b->groups.at[i]);
	start_others(b);
	join_groups(b, false);
	call_all(b, MODELF_CLOSES);
	call_all(b, MODELF_REMOVE);
	join_groups(b, true);
	call_end(b);
	free(called);
	add_return(&b->life);
	make_function(b->p, OUTSIDE_MODULE, &b->life);
}

static bool has_beginning(const struct builder *b)
{
	bool *called = find_called(b->p), found = false;
	for (sym_id s = 1; s < b->p->symbols.n && !found; s++)
		found = is_in_section(b, called, s, MODELF_BEGIN);
	free(called);
	return found;
}

bool is_module(struct program *p, struct models *m)
{
	struct builder b = {.p = p, .m = m};
	sym_id main_symbol = ir_resolve_alias(p, ir_find_symbol(p, "main"));
	if (p->symbols.at[main_symbol].func)
		return false;
	return find_named(&b, MODELF_BEGIN) || (p->kernel && has_beginning(&b));
}

void add_module(struct program *p, struct models *m)
{
	struct builder b = {.p = p, .m = m, .symbol_count = p->symbols.n};
	look_at_tables(&b);
	objects_find(p, m, &b.objects);
	make_life(&b);
	vec_free(&b.found);
	vec_free(&b.groups);
	vec_free(&b.objects.list);
}
