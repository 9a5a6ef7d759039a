/* SPDX-License-Identifier: MIT */
/*
 * Prints test programs made from the rows of one model file: every row that
 * reads or writes what its arguments point to is called by one thread, while
 * another thread touches the same objects. Run by tests/models/check-rows.
 *
 * A row becomes up to four calls. In the first (w), the other thread writes each object
 * that the row accesses: RACE. In the second (r), it only reads those that the row
 * only reads: NORACE. In the third (x), it reads those that the row writes: RACE. An
 * argument that is followed points to a cell, which points to the object. A row with a
 * format gets a string more, for its %s, and a call (f) with a format that the other
 * thread writes. What takes a va_list is called by a
 * function with variable arguments. Rows about locks and threads are for model_sync.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_label.h"

enum { MAX_ARGS = 16, CALLS = 32 /* in one program */ };

enum role {
	ROLE_NUMBER, /* 0, or a size */
	ROLE_READ,
	ROLE_WRITTEN,
	ROLE_FORMAT,
	ROLE_LIST, /* a va_list */
};

struct argument {
	enum role role;	  /* what is done to the object that it points to */
	enum role behind; /* and to what the pointer stored there points to */
	int at; /* the byte that the other thread touches */
	long number;
};

struct call {
	const struct model *row;
	uint32_t index;
	int count;
	bool ends; /* does not return */
	enum role extra; /* of an argument for the format; NUMBER: there is none */
	struct argument args[MAX_ARGS];
};

/* What the accesses show; the rest is for model_sync.c. */
static bool is_shown(const struct effect *e)
{
	switch (e->kind) {
	case EFFECT_READ:
	case EFFECT_WRITE:
	case EFFECT_COPY:
	case EFFECT_READ_FORMAT:
	case EFFECT_WRITE_FORMAT:
	case EFFECT_ATOMIC_LOAD:
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW:
		return true;
	default:
		return false;
	}
}

static void touch(struct call *c, int arg, enum role role)
{
	if (arg >= 0 && arg < c->count && role > c->args[arg].role)
		c->args[arg].role = role;
}

static void follow(struct call *c, int arg, enum role role)
{
	if (arg >= 0 && arg < c->count && role > c->args[arg].behind)
		c->args[arg].behind = role;
}

static void set_size(struct call *c, const struct effect *e)
{
	if (e->size_arg >= 0 && e->size_arg < c->count)
		c->args[e->size_arg].number = 32;
	if (e->size_arg2 >= 0 && e->size_arg2 < c->count)
		c->args[e->size_arg2].number = 1;
}

static void add_access(struct call *c, const struct effect *e, enum role role)
{
	if (!(e->flags & EFFECTF_DEREF))
		touch(c, e->arg, role);
	if (e->flags & (EFFECTF_DEREF | EFFECTF_REACHABLE))
		follow(c, e->arg, role);
}

static void add_format(struct call *c, const struct effect *e)
{
	touch(c, e->arg, ROLE_FORMAT);
	if (e->flags & EFFECTF_VA_LIST)
		touch(c, e->other, ROLE_LIST);
	c->extra = e->kind == EFFECT_READ_FORMAT ? ROLE_READ : ROLE_WRITTEN;
}

/* Where a pointer is stored at the begin of what is written, the rest shows that. */
static void add_place(struct call *c, const struct effect *e)
{
	enum { FAR = 16 };
	bool far = e->size_kind != SIZE_BYTES || e->value > FAR;
	if (far && e->arg >= 0 && e->arg < c->count && model_effect(c->row, EFFECT_STORES))
		c->args[e->arg].at = FAR;
}

static void add_effect(struct call *c, const struct effect *e)
{
	set_size(c, e);
	switch (e->kind) {
	case EFFECT_READ:
		add_access(c, e, ROLE_READ);
		break;
	case EFFECT_WRITE:
		add_access(c, e, ROLE_WRITTEN);
		add_place(c, e);
		break;
	case EFFECT_COPY:
		touch(c, e->arg, ROLE_WRITTEN);
		touch(c, e->other, ROLE_READ);
		break;
	case EFFECT_STORES:
		if (e->member)
			break; /* in a struct that made programs do not have */
		touch(c, e->arg, e->flags & EFFECTF_ATOMIC ? ROLE_NUMBER : ROLE_WRITTEN);
		break;
	case EFFECT_READ_FORMAT:
	case EFFECT_WRITE_FORMAT:
		add_format(c, e);
		break;
	case EFFECT_ATOMIC_LOAD:
		touch(c, e->arg, ROLE_READ);
		touch(c, e->third, ROLE_WRITTEN);
		break;
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW:
		touch(c, e->arg, ROLE_WRITTEN);
		touch(c, e->third, ROLE_WRITTEN);
		touch(c, e->other, e->flags & EFFECTF_BY_ADDRESS ? ROLE_READ : ROLE_NUMBER);
		break;
	case EFFECT_NO_SIGNALS:
	case EFFECT_ALL_SIGNALS:
	case EFFECT_ADDS_SIGNAL:
	case EFFECT_REMOVES_SIGNAL:
		touch(c, e->arg, ROLE_WRITTEN);
		break;
	case EFFECT_ALLOC:
		touch(c, e->third, ROLE_WRITTEN);
		break;
	case EFFECT_NORETURN:
	case EFFECT_THREAD_EXIT:
		c->ends = true;
		break;
	default:
		break;
	}
}

static bool is_object(const struct argument *a)
{
	return a->role == ROLE_READ || a->role == ROLE_WRITTEN;
}

/* False when the row accesses nothing; what is given back is for model_sync.c. */
static bool make_call(struct call *c, const struct model *m, uint32_t index)
{
	bool any = false;
	*c = (struct call){.row = m, .index = index, .count = m->param_count};
	if (m->param_count <= 0 || m->param_count > MAX_ARGS)
		return false;
	for (uint32_t i = 0; i < m->effect_count; i++) {
		if (m->effects[i].kind == EFFECT_FREE)
			return false;
		add_effect(c, &m->effects[i]);
	}
	for (int i = 0; i < c->count; i++)
		any |= is_object(&c->args[i]) || c->args[i].behind;
	return any || c->extra;
}

/* ---- printing ---- */

static void print_declarations(const struct call *c)
{
	uint32_t n = c->index;
	printf("extern long f%u(", n);
	for (int i = 0; i < c->count; i++)
		printf("%s%s", i ? ", " : "",
		       c->args[i].role || c->args[i].behind ? "void *" : "long");
	printf("%s) __asm__(\"", c->row->flags & MODELF_VARARG ? ", ..." : "");
	print_label(c->row);
	printf("\");\n");
	for (int i = 0; i < c->count; i++) {
		const struct argument *a = &c->args[i];
		if (is_object(a) || a->behind)
			printf("static char w%u_%d[512], r%u_%d[512], x%u_%d[512];\n", n, i, n, i,
			       n, i);
		for (const char *set = "wrx"; a->behind && *set; set++)
			printf("static void *c%c%u_%d[64] = {%c%u_%d};\n", *set, n, i, *set, n, i);
	}
	if (c->extra)
		printf("static char w%u[512], r%u[512], x%u[512], n%u[512], format%u[512];\n", n, n,
		       n, n, n);
}

static bool takes_list(const struct call *c)
{
	for (int i = 0; i < c->count; i++)
		if (c->args[i].role == ROLE_LIST)
			return true;
	return false;
}

static bool is_written(const struct argument *a)
{
	return a->role == ROLE_WRITTEN || a->behind == ROLE_WRITTEN;
}

/* The calls that are made of a row. */
static const char *sets_of(const struct call *c)
{
	bool written = c->extra == ROLE_WRITTEN;
	for (int i = 0; i < c->count; i++)
		written |= is_written(&c->args[i]);
	if (c->extra)
		return written ? "wrxf" : "wrf";
	return written ? "wrx" : "wr";
}

static const char *format_of(const struct call *c, char set)
{
	if (set != 'r')
		return "(char *)\"%s\"";
	return c->extra == ROLE_READ ? "(char *)\"%s %p\"" : "(char *)\"%%\"";
}

static void print_argument(const struct call *c, int i, char set)
{
	const struct argument *a = &c->args[i];
	if (a->role == ROLE_LIST)
		printf("list");
	else if (a->role == ROLE_FORMAT && set == 'f')
		printf("format%u", c->index);
	else if (a->role == ROLE_FORMAT)
		printf("%s", format_of(c, set));
	else if ((is_object(a) || a->behind) && set == 'f')
		printf("(void *[64]){0}");
	else if (a->behind)
		printf("c%c%u_%d", set, c->index, i);
	else if (is_object(a))
		printf("%c%u_%d", set, c->index, i);
	else
		printf("%ld", a->number);
}

/* The string for the %s; for printf one more, whose address is all that is printed;
 * scanf has a format without conversions, which leaves it alone. */
static void print_extra(const struct call *c, char set)
{
	if (!c->extra || set == 'f')
		return;
	if (set != 'r' || c->extra == ROLE_READ)
		printf(", %c%u", set, c->index);
	if (set == 'r' && !takes_list(c))
		printf(", n%u", c->index);
}

static void print_call(const struct call *c, char set)
{
	printf("\tf%u(", c->index);
	for (int i = 0; i < c->count; i++) {
		fputs(i ? ", " : "", stdout);
		print_argument(c, i, set);
	}
	if (!takes_list(c))
		print_extra(c, set);
	printf("); // %s\n", set == 'r' ? "NORACE" : "RACE");
}

/* The function 'call' of this set; between it and the row, where a va_list is
 * wanted, 'pass'. */
static void print_set(const struct call *c, char set)
{
	if (takes_list(c)) {
		printf("static void pass%u%c(int n, ...)\n{\n\tva_list list;\n"
		       "\tva_start(list, n);\n", c->index, set);
		print_call(c, set);
		printf("\tva_end(list);\n}\n");
	}
	printf("static void *call%u%c(void *arg)\n{\n", c->index, set);
	if (takes_list(c)) {
		printf("\tpass%u%c(0", c->index, set);
		print_extra(c, set);
		printf(");\n");
	} else {
		print_call(c, set);
	}
	printf("\treturn arg;\n}\n");
}

static void print_touch(const struct call *c, int i)
{
	const struct argument *a = &c->args[i];
	uint32_t n = c->index;
	if (a->behind && is_object(a))
		printf("\tcw%u_%d[0] = 0; // RACE\n", n, i);
	if (a->behind && a->role == ROLE_READ)
		printf("\tsum += cr%u_%d[0] != 0; // NORACE\n", n, i);
	if (a->behind && a->role == ROLE_WRITTEN)
		printf("\tsum += cx%u_%d[0] != 0; // RACE\n", n, i);
	if (a->behind || is_object(a))
		printf("\tw%u_%d[%d] = 1; // RACE\n", n, i, a->at);
	if ((a->behind ? a->behind : a->role) == ROLE_READ)
		printf("\tsum += r%u_%d[0]; // NORACE\n", n, i);
	if ((a->behind ? a->behind : a->role) == ROLE_WRITTEN)
		printf("\tsum += x%u_%d[%d]; // RACE\n", n, i, a->at);
}

static void print_touches(const struct call *c)
{
	uint32_t n = c->index;
	printf("static void touch%u(void)\n{\n", n);
	for (int i = 0; i < c->count; i++)
		print_touch(c, i);
	if (c->extra)
		printf("\tformat%u[0] = 1; // RACE\n\tw%u[0] = 1; // RACE\n", n, n);
	if (c->extra == ROLE_READ)
		printf("\tsum += r%u[0]; // NORACE\n", n);
	if (c->extra == ROLE_WRITTEN)
		printf("\tsum += x%u[0]; // RACE\n", n);
	if (c->extra && !takes_list(c))
		printf("\tn%u[0] = 1; // NORACE\n", n);
	printf("}\n\n");
}

static void print_function(const struct call *c)
{
	print_declarations(c);
	printf("/* %s:%u: %s:", c->row->file, c->row->line, c->row->name);
	for (uint32_t i = 0; i < c->row->effect_count; i++)
		if (is_shown(&c->row->effects[i]))
			printf(" %s", effect_kind_name(c->row->effects[i].kind));
	printf(" */\n");
	for (const char *set = sets_of(c); *set; set++)
		print_set(c, *set);
	print_touches(c);
}

static void print_main(const struct call *calls, uint32_t n)
{
	printf("static void *caller(void *arg)\n{\n");
	for (uint32_t i = 0; i < n; i++)
		for (const char *set = sets_of(&calls[i]); *set && !calls[i].ends; set++)
			printf("\tcall%u%c(0);\n", calls[i].index, *set);
	printf("\treturn arg;\n}\n\nstatic void *toucher(void *arg)\n{\n");
	for (uint32_t i = 0; i < n; i++)
		printf("\ttouch%u();\n", calls[i].index);
	printf("\treturn sum ? arg : 0;\n}\n\nint main(void)\n{\n"
	       "\tpthread_t a, b;\n"
	       "\tpthread_create(&a, 0, caller, 0);\n"
	       "\tpthread_create(&b, 0, toucher, 0);\n");
	for (uint32_t i = 0; i < n; i++)
		for (const char *set = sets_of(&calls[i]); *set && calls[i].ends; set++)
			printf("\tpthread_create(&a, 0, call%u%c, 0);\n", calls[i].index, *set);
	printf("\treturn 0;\n}\n");
}

static void print_program(const char *file, const struct call *calls, uint32_t n)
{
	printf("// from %s\n#include <pthread.h>\n#include <stdarg.h>\n"
	       "static _Thread_local int sum;\n\n", file);
	for (uint32_t i = 0; i < n; i++)
		print_function(&calls[i]);
	print_main(calls, n);
}

int main(int argc, char **argv)
{
	struct models models;
	struct call c;
	VEC(struct call) calls = {0};
	if (argc != 2)
		die("usage: model_rows models/NAME.model");
	models_init(&models);
	for (uint32_t i = 0; i < models.list.n; i++)
		if (strcmp(models.list.at[i].file, argv[1]) == 0 &&
		    make_call(&c, &models.list.at[i], i))
			vec_push(&calls, c);
	for (uint32_t i = 0; i < calls.n; i += CALLS)
		print_program(argv[1], &calls.at[i], calls.n - i < CALLS ? calls.n - i : CALLS);
	vec_free(&calls);
	models_free(&models);
	return 0;
}
