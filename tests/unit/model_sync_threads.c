/* SPDX-License-Identifier: MIT */
/*
 * Cases for the rows that start, join and detach threads, and for callbacks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_sync.h"

/* The function that a row starts or calls: z counts on what it was passed. */
static void print_entry(const struct effect *e, uint32_t n, const char *verdict)
{
	int given = -1;
	printf("static void *z%u(", n);
	for (int i = 0; i < e->pass_count; i++) {
		printf("%svoid *p%d", i ? ", " : "", i);
		if (e->passes[i] >= 0)
			given = given < 0 || e->passes[i] == e->other ? i : given;
	}
	printf("%s)\n{\n", e->pass_count ? "" : "void");
	if (!(e->flags & EFFECTF_MANY))
		touch("e", n, "NORACE");
	touch("g", n, verdict);
	if (given >= 0)
		printf("\t(*(int *)p%d)++; // %s\n", given, verdict);
	printf("\treturn 0;\n}\n");
}

static void set_entry(struct call *c, const struct effect *e, uint32_t n)
{
	set(c, e->arg, "z#", n);
	for (int i = 0; i < e->pass_count; i++)
		set(c, e->passes[i], "&h#", n);
	if (e->kind == EFFECT_CREATE)
		set(c, e->third, "&id", n);
}

static bool is_given(const struct effect *e)
{
	for (int i = 0; i < e->pass_count; i++)
		if (e->passes[i] >= 0)
			return true;
	return false;
}

/* e is touched before the thread exists, g and h while it runs. */
void print_create(struct program *p, const struct model *m, const struct effect *e,
			 uint32_t n)
{
	struct call c = {.row = m};
	set_entry(&c, e, n);
	begin(p, m, n, "create");
	print_entry(e, n, "RACE");
	printf("static void case%u(void)\n{\n\tvoid *id;\n", n);
	if (!(e->flags & EFFECTF_MANY))
		touch("e", n, "NORACE");
	line_with(p, e->third == ARG_RESULT ? "\tid = " : "\t", &c);
	touch("g", n, "RACE");
	if (is_given(e))
		touch("h", n, "RACE");
	printf("}\n\n");
}

/* A thread made by the file's plainest row, then the row; joined: no more races. */
void print_join(struct program *p, const struct model *m, const struct effect *e,
		       uint32_t n)
{
	bool joins = e->kind == EFFECT_JOIN;
	const struct model *start = partner(p, e, EFFECT_CREATE, fits_create);
	const struct effect *s = model_effect(start, EFFECT_CREATE);
	struct call c = {.row = m}, t = {.row = start};
	set_entry(&t, s, n);
	set(&c, e->arg, e->flags & EFFECTF_BY_ADDRESS ? "&id" : "id", n);
	begin(p, m, n, joins ? "join" : "detach cancel");
	declare(p, start);
	printf("static void *z%u(void *p0)\n{\n", n);
	touch("g", n, joins ? "NORACE" : "RACE");
	touch("h", n, "RACE");
	printf("\treturn 0;\n}\n");
	printf("static void case%u(void)\n{\n\tvoid *id;\n", n);
	line_with(p, s->third == ARG_RESULT ? "\tid = " : "\t", &t);
	touch("h", n, "RACE");
	print_if(p, &c, e->when);
	touch("g", n, joins ? "NORACE" : "RACE");
	printf("\t}\n");
	if (e->when != RESULT_ANY) {
		printf("\telse\n\t");
		touch("h", n, "RACE");
	}
	printf("}\n\n");
}

/* Does the call itself read or write what the callback gets? */
static bool is_touched(const struct model *m, const struct effect *e)
{
	for (uint32_t i = 0; i < m->effect_count; i++)
		for (int k = 0; k < e->pass_count; k++)
			if (m->effects[i].kind >= EFFECT_READ && e->passes[k] >= 0 &&
			    is_pointer_effect(&m->effects[i], e->passes[k]))
				return true;
	return false;
}

/* 'now' happens before the call returns, with the lock held that the caller has. */
void print_callback(struct program *p, const struct model *m, const struct effect *e,
			   uint32_t n)
{
	bool now = e->kind == EFFECT_CALL_NOW;
	struct call c = {.row = m};
	set_entry(&c, e, n);
	begin(p, m, n, effect_kind_name(e->kind));
	printf("static void *z%u(", n);
	for (int i = 0; i < e->pass_count; i++)
		printf("%svoid *p%d", i ? ", " : "", i);
	printf("%s)\n{\n", e->pass_count ? "" : "void");
	touch("g", n, "RACE");
	touch("e", n, now ? "NORACE" : "RACE");
	for (int i = 0; i < e->pass_count; i++)
		if (e->passes[i] >= 0)
			printf("\t(*(int *)p%d)++; // RACE\n", i);
	printf("\treturn 0;\n}\n");
	thread("a", n);
	printf("\tpthread_mutex_lock(&mutex);\n\t");
	print_call(p, &c);
	printf(";%s\n\tpthread_mutex_unlock(&mutex);\n", is_touched(m, e) ? " // RACE" : "");
	end_thread();
	thread("b", n);
	touch("g", n, "RACE");
	if (is_given(e))
		touch("h", n, "RACE");
	printf("\tpthread_mutex_lock(&mutex);\n");
	touch("e", n, now ? "NORACE" : "RACE");
	printf("\tpthread_mutex_unlock(&mutex);\n");
	end_thread();
	end(n, "ab");
}
