/* SPDX-License-Identifier: MIT */
/*
 * Prints a test program made from the rows of one model file: every row that
 * reads or writes what its arguments point to is called by one thread, while
 * another thread touches the same objects. Run by tests/models/check-rows.
 *
 * A row becomes two calls. In the first, the other thread writes each object
 * that the row accesses: RACE. In the second, it only reads those that the row
 * only reads: NORACE. Rows about locks and threads are for model_sync.c; those that
 * never return have programs written by hand.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

enum { MAX_ARGS = 16 };

enum role {
	ROLE_NUMBER, /* 0, or a size */
	ROLE_READ,
	ROLE_WRITTEN,
	ROLE_FORMAT,
};

struct argument {
	enum role role;
	bool deref;  /* the object is behind a pointer that the argument points to */
	long number;
};

struct call {
	const struct model *row;
	uint32_t index;
	int count;
	struct argument args[MAX_ARGS];
};

static bool is_memory(enum effect_kind kind)
{
	switch (kind) {
	case EFFECT_READ:
	case EFFECT_WRITE:
	case EFFECT_COPY:
	case EFFECT_READ_FORMAT:
	case EFFECT_WRITE_FORMAT:
	case EFFECT_STORES:
	case EFFECT_RETURNS:
	case EFFECT_RETURNS_STATIC:
	case EFFECT_ALLOC:
	case EFFECT_REALLOC:
	case EFFECT_NONDET:
	case EFFECT_ATOMIC_LOAD:
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW:
		return true;
	default:
		return false;
	}
}

/* Rows after which nothing of the call is seen. */
static bool is_handled(enum effect_kind kind)
{
	switch (kind) {
	case EFFECT_NORETURN:
	case EFFECT_ASSUME:
	case EFFECT_THREAD_EXIT:
	case EFFECT_FORK_PROCESS:
	case EFFECT_FREE:
		return false;
	default:
		return true;
	}
}

static void touch(struct call *c, int arg, enum role role, bool deref)
{
	if (arg < 0 || arg >= c->count)
		return;
	struct argument *a = &c->args[arg];
	if (role > a->role)
		a->role = role;
	a->deref |= deref;
}

static void set_size(struct call *c, const struct effect *e)
{
	if (e->size_arg >= 0 && e->size_arg < c->count)
		c->args[e->size_arg].number = 8;
	if (e->size_arg2 >= 0 && e->size_arg2 < c->count)
		c->args[e->size_arg2].number = 1;
}

static void add_effect(struct call *c, const struct effect *e)
{
	bool deref = e->flags & EFFECTF_DEREF;
	set_size(c, e);
	switch (e->kind) {
	case EFFECT_READ:
		touch(c, e->arg, ROLE_READ, deref);
		break;
	case EFFECT_WRITE:
		touch(c, e->arg, ROLE_WRITTEN, deref);
		break;
	case EFFECT_COPY:
		touch(c, e->arg, ROLE_WRITTEN, false);
		touch(c, e->other, ROLE_READ, false);
		break;
	case EFFECT_STORES:
		touch(c, e->arg, e->flags & EFFECTF_ATOMIC ? ROLE_NUMBER : ROLE_WRITTEN, false);
		break;
	case EFFECT_READ_FORMAT:
	case EFFECT_WRITE_FORMAT:
		touch(c, e->arg, ROLE_FORMAT, false);
		break;
	case EFFECT_ATOMIC_LOAD:
		touch(c, e->arg, ROLE_READ, false);
		touch(c, e->third, ROLE_WRITTEN, false);
		break;
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW:
		touch(c, e->arg, ROLE_WRITTEN, false);
		touch(c, e->third, ROLE_WRITTEN, false);
		touch(c, e->other, e->flags & EFFECTF_BY_ADDRESS ? ROLE_READ : ROLE_NUMBER, false);
		break;
	case EFFECT_ALLOC:
		touch(c, e->third, ROLE_WRITTEN, false);
		break;
	default:
		break;
	}
}

/* A pointer that is itself read or written besides what it points to would need
 * two objects for one argument. */
static bool is_mixed(const struct model *m)
{
	for (uint32_t i = 0; i < m->effect_count; i++)
		for (uint32_t k = 0; k < m->effect_count; k++)
			if (m->effects[i].arg == m->effects[k].arg && m->effects[i].arg >= 0 &&
			    (m->effects[i].flags ^ m->effects[k].flags) & EFFECTF_DEREF)
				return true;
	return false;
}

/* False when the row is for the programs written by hand. */
static bool make_call(struct call *c, const struct model *m, uint32_t index)
{
	*c = (struct call){.row = m, .index = index, .count = m->param_count};
	if (m->param_count <= 0 || m->param_count > MAX_ARGS || m->flags & MODELF_PREFIX)
		return false;
	if (strncmp(m->name, "llvm.", 5) == 0 || is_mixed(m))
		return false;
	bool any = false;
	for (uint32_t i = 0; i < m->effect_count; i++) {
		const struct effect *e = &m->effects[i];
		if (!is_handled(e->kind) || e->flags & EFFECTF_VA_LIST)
			return false;
		add_effect(c, e);
	}
	for (int i = 0; i < c->count; i++)
		any |= c->args[i].role == ROLE_READ || c->args[i].role == ROLE_WRITTEN;
	return any;
}

static bool is_object(const struct argument *a)
{
	return a->role == ROLE_READ || a->role == ROLE_WRITTEN;
}

static void print_declarations(const struct call *c)
{
	printf("extern long f%u(", c->index);
	for (int i = 0; i < c->count; i++)
		printf("%s%s", i ? ", " : "",
		       c->args[i].role == ROLE_NUMBER ? "long" : "void *");
	printf("%s) __asm__(\"%s\");\n", c->row->flags & MODELF_VARARG ? ", ..." : "",
	       c->row->name);
	for (int i = 0; i < c->count; i++)
		if (is_object(&c->args[i]))
			printf("static char w%u_%d[512], r%u_%d[512];\n", c->index, i, c->index, i);
}

static void print_call(const struct call *c, char set)
{
	for (int i = 0; i < c->count; i++)
		if (c->args[i].deref)
			printf("\tvoid *p%c%d = %c%u_%d;\n", set, i, set, c->index, i);
	printf("\tf%u(", c->index);
	for (int i = 0; i < c->count; i++) {
		const struct argument *a = &c->args[i];
		fputs(i ? ", " : "", stdout);
		if (a->role == ROLE_FORMAT)
			printf("(char *)\"x\"");
		else if (a->deref)
			printf("&p%c%d", set, i);
		else if (is_object(a))
			printf("%c%u_%d", set, c->index, i);
		else
			printf("%ld", a->number);
	}
	printf("); // %s\n", set == 'w' ? "RACE" : "NORACE");
}

static void print_function(const struct call *c)
{
	print_declarations(c);
	printf("/* %s:%u: %s:", c->row->file, c->row->line, c->row->name);
	for (uint32_t i = 0; i < c->row->effect_count; i++)
		if (is_memory(c->row->effects[i].kind))
			printf(" %s", effect_kind_name(c->row->effects[i].kind));
	printf(" */\nstatic void call%u(void)\n{\n", c->index);
	print_call(c, 'w');
	print_call(c, 'r');
	printf("}\nstatic void touch%u(void)\n{\n", c->index);
	for (int i = 0; i < c->count; i++) {
		if (!is_object(&c->args[i]))
			continue;
		printf("\tw%u_%d[0] = 1; // RACE\n", c->index, i);
		if (c->args[i].role == ROLE_READ)
			printf("\tsum += r%u_%d[0]; // NORACE\n", c->index, i);
	}
	printf("}\n\n");
}

static void print_main(const struct call *calls, uint32_t n)
{
	printf("static void *caller(void *arg)\n{\n");
	for (uint32_t i = 0; i < n; i++)
		printf("\tcall%u();\n", calls[i].index);
	printf("\treturn arg;\n}\n\nstatic void *toucher(void *arg)\n{\n");
	for (uint32_t i = 0; i < n; i++)
		printf("\ttouch%u();\n", calls[i].index);
	printf("\treturn sum ? arg : 0;\n}\n\nint main(void)\n{\n"
	       "\tpthread_t a, b;\n"
	       "\tpthread_create(&a, 0, caller, 0);\n"
	       "\tpthread_create(&b, 0, toucher, 0);\n"
	       "\treturn 0;\n}\n");
}

int main(int argc, char **argv)
{
	struct models models;
	struct call c;
	VEC(struct call) calls = {0};
	if (argc != 2)
		die("usage: model_rows models/NAME.model");
	models_init(&models);
	printf("// from %s\n#include <pthread.h>\nstatic _Thread_local int sum;\n\n", argv[1]);
	for (uint32_t i = 0; i < models.list.n; i++)
		if (strcmp(models.list.at[i].file, argv[1]) == 0 &&
		    make_call(&c, &models.list.at[i], i))
			vec_push(&calls, c);
	for (uint32_t i = 0; i < calls.n; i++)
		print_function(&calls.at[i]);
	print_main(calls.at, calls.n);
	fprintf(stderr, "%u rows\n", calls.n);
	vec_free(&calls);
	models_free(&models);
	return 0;
}
