/* SPDX-License-Identifier: MIT */
/*
 * Cases for the rows that start, join and detach threads, and for callbacks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_sync.h"

/* What is passed is h, unless it is the struct that the function is in. */
static bool is_passed(const struct effect *e, int i)
{
	return e->passes[i] >= 0 && e->passes[i] != e->arg;
}

/* The function that a row starts or calls: z counts on what it was passed. */
static void print_entry(const struct effect *e, uint32_t n, const char *verdict)
{
	int given = -1;
	printf("static void *z%u(", n);
	for (int i = 0; i < e->pass_count; i++) {
		printf("%svoid *p%d", i ? ", " : "", i);
		if (is_passed(e, i))
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

/* Is it what is stored where the argument points? */
static bool is_loaded(const struct effect *e, int i)
{
	return e->pass_loads >> i & 1;
}

static void set_entry(struct call *c, const struct effect *e, uint32_t n)
{
	for (int i = 0; i < e->pass_count; i++)
		set(c, e->passes[i], is_loaded(e, i) ? "t#" : "&h#", n);
	set(c, e->arg, e->flags & EFFECTF_HANDLER_IN_STRUCT ? "s#" : "z#", n);
	if (e->kind == EFFECT_CREATE && e->third != e->arg)
		set(c, e->third, "&id", n);
}

static bool is_given(const struct effect *e)
{
	for (int i = 0; i < e->pass_count; i++)
		if (is_passed(e, i))
			return true;
	return false;
}

static void print_struct(const struct effect *e, uint32_t n)
{
	if (e->flags & EFFECTF_HANDLER_IN_STRUCT)
		printf("static void *s%u[16] = {[%d] = z%u};\n", n, (int)(e->value / 8), n);
}

/* What holds h, for functions that get what is stored where an argument points. */
static void print_holder(const struct effect *e, uint32_t n)
{
	if (!e->pass_loads)
		return;
	printf("static void *t%u[16] = {", n);
	for (int i = 0; i < e->pass_count; i++)
		if (is_loaded(e, i))
			printf("[%d] = &h%u, ", e->pass_at[i] / 8, n);
	printf("};\n");
}

/* Does the call come back when those have ended that it has started? */
static bool is_waited_for(const struct model *m)
{
	const struct effect *j = model_effect(m, EFFECT_JOIN);
	return j && j->arg == ARG_RESULT;
}

/* e is touched before the thread exists, g and h while it runs. */
void print_create(struct program *p, const struct model *m, const struct effect *e,
			 uint32_t n)
{
	struct call c = {.row = m};
	set_entry(&c, e, n);
	begin(p, m, n, "create");
	print_entry(e, n, "RACE");
	print_struct(e, n);
	print_holder(e, n);
	printf("static void case%u(void)\n{\n\tvoid *id;\n", n);
	if (!(e->flags & EFFECTF_MANY))
		touch("e", n, "NORACE");
	line_with(p, e->third == ARG_RESULT ? "\tid = " : "\t", &c);
	touch("g", n, is_waited_for(m) ? "NORACE" : "RACE");
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
			if (m->effects[i].kind >= EFFECT_READ && e->passes[k] >= 0 && !is_loaded(e, k) &&
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
		if (is_passed(e, i))
			printf("\t(*(int *)p%d)++; // RACE\n", i);
	printf("\treturn 0;\n}\n");
	print_struct(e, n);
	print_holder(e, n);
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

/* A child process has memory of its own, and none of the threads. */
void print_fork(struct program *p, const struct model *m, uint32_t n)
{
	struct call c = {.row = m};
	begin(p, m, n, "fork_process");
	printf("void _exit(int);\n");
	thread("a", n);
	touch("g", n, "NORACE");
	touch("h", n, "RACE");
	end_thread();
	printf("static void case%u(void)\n{\n", n);
	printf("\tpthread_create(&(pthread_t){0}, 0, a%u, 0);\n\tif (", n);
	print_call(p, &c);
	printf(" == 0) {\n");
	touch("g", n, "NORACE");
	printf("\t_exit(0);\n\t}\n");
	touch("h", n, "RACE");
	printf("}\n\n");
}

static void print_get(const struct program *p, const struct model *get, const char *key,
		      uint32_t n, const char *verdict)
{
	const struct effect *e = model_effect(get, EFFECT_TSD_GET);
	struct call c = {.row = get};
	set(&c, e->arg, key, n);
	set(&c, e->third, "&q", n);
	printf("\tchar *q%s", e->third >= 0 ? ";\n\t" : " = ");
	print_call(p, &c);
	printf(";\n\tq[0] = 1; // %s\n", verdict);
}

static void print_value(const struct program *p, const struct model *put, const char *key,
			const char *value, uint32_t n)
{
	const struct effect *e = model_effect(put, EFFECT_TSD_SET);
	struct call c = {.row = put};
	set(&c, e->arg, key, n);
	set(&c, e->other, value, n);
	line_with(p, "\t", &c);
}

/* Makes the key y, with a destructor z where the row takes one. */
static const char *print_key(struct program *p, const struct model *m, uint32_t n,
			     bool by_address)
{
	const struct effect *e = model_effect(m, EFFECT_TSD_KEY_CREATE);
	struct call c = {.row = m};
	set(&c, e->arg, "&y#", n);
	set(&c, e->other, "z#", n);
	printf("static void *y%u;\nstatic void z%u(void *value)\n{\n", n, n);
	if (e->other >= 0) {
		touch("g", n, "RACE");
		printf("\t*(char *)value = 1; // RACE\n");
	}
	printf("}\nstatic void make%u(void)\n{\n", n);
	p->makes[p->make_count++] = n;
	printf("\t");
	if (e->arg == ARG_RESULT)
		printf("y%u = ", n);
	line_with(p, "", &c);
	printf("}\n");
	by_address |= e->arg != ARG_RESULT && !(e->flags & EFFECTF_BY_ADDRESS);
	return by_address ? "&y#" : "y#";
}

/* a and b have a value each under one key; c and d put the same under another, the one
 * that the row makes if it makes one. In the second case of a row the keys are known
 * by their addresses. */
void print_specific(struct program *p, const struct model *m, const struct effect *e,
			   uint32_t n, bool by_address)
{
	const struct model *put = e->kind == EFFECT_TSD_SET ? m :
				  partner(p, e, EFFECT_TSD_SET, fits_key);
	const struct model *get = e->kind == EFFECT_TSD_GET ? m :
				  partner(p, e, EFFECT_TSD_GET, fits_key);
	by_address |= model_effect(get, EFFECT_TSD_GET)->flags & EFFECTF_BY_ADDRESS;
	const char *key = by_address ? "k#" : "*(void **)k#";
	const char *mine = by_address ? "l#" : "*(void **)l#";
	begin(p, m, n, effect_kind_name(e->kind));
	declare(p, put);
	declare(p, get);
	printf("void *malloc(unsigned long);\nstatic char s%u[8];\n", n);
	if (e->kind == EFFECT_TSD_KEY_CREATE)
		key = print_key(p, m, n, by_address);
	for (const char *name = "abcd"; *name; name++) {
		bool own = *name < 'c';
		thread((char[]){*name, 0}, n);
		if (own)
			printf("\tchar *mine = malloc(8);\n");
		print_value(p, put, own ? mine : key, own ? "mine" : "s#", n);
		print_get(p, get, own ? mine : key, n, own ? "NORACE" : "RACE");
		end_thread();
	}
	end(n, "abcd");
}
