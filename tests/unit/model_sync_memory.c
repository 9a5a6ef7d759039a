/* SPDX-License-Identifier: MIT */
/*
 * Cases for the rows that give pointers: fresh memory, memory given back, results that
 * are arguments or the library's own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_sync.h"

/* Where the result may be an argument too, that is null. */
static void set_null(struct call *c)
{
	for (uint32_t i = 0; i < c->row->effect_count; i++)
		if (c->row->effects[i].kind == EFFECT_RETURNS)
			set(c, c->row->effects[i].arg, "0", 0);
}

/* Two threads write what each got (no race), then what one of them published. */
void print_alloc(struct program *p, const struct model *m, const struct effect *e, uint32_t n)
{
	begin(p, m, n, "alloc");
	printf("static char *p%u;\n", n);
	for (const char *name = "ab"; *name; name++) {
		struct call c = {.row = m};
		set_null(&c);
		set(&c, e->third, "&q", n);
		thread((char[]){*name, 0}, n);
		printf("\tchar *q%s", e->third >= 0 ? ";\n\t" : " = ");
		print_call(p, &c);
		printf(";\n\tq[0] = 1; // NORACE\n");
		end_thread();
	}
	struct call c = {.row = m};
	set_null(&c);
	set(&c, e->third, "&p#", n);
	thread("c", n);
	printf("\tp%u[0] = 1; // RACE\n", n);
	end_thread();
	thread("d", n);
	printf("\tp%u[0] = 1; // RACE\n", n);
	end_thread();
	p->makes[p->make_count++] = n;
	printf("static void make%u(void)\n{\n\t", n);
	if (e->third < 0)
		printf("p%u = ", n);
	print_call(p, &c);
	printf(";\n}\n");
	end(n, "abcd");
}

/* One thread gives back what another writes. */
void print_free(struct program *p, const struct model *m, const struct effect *e, uint32_t n)
{
	struct call c = {.row = m};
	begin(p, m, n, e->kind == EFFECT_FREE ? "free" : "realloc");
	printf("void *malloc(unsigned long);\nstatic char *p%u;\n", n);
	p->makes[p->make_count++] = n;
	printf("static void make%u(void)\n{\n\tp%u = malloc(8);\n}\n", n, n);
	set(&c, e->arg, e->flags & EFFECTF_DEREF ? "&p#" : "p#", n);
	thread("a", n);
	printf("\t");
	print_call(p, &c);
	printf("; // RACE\n");
	end_thread();
	thread("b", n);
	printf("\tp%u[0] = 1; // RACE\n", n);
	end_thread();
	end(n, "ab");
}

/* A write through the result, against one through the argument. What the row stores
 * before it returns what is stored there is the same object. */
void print_returns(struct program *p, const struct model *m, const struct effect *e, uint32_t n)
{
	struct call c = {.row = m};
	begin(p, m, n, "returns");
	printf("static char s%u[64], *p%u[8] = {s%u}, *q%u;\n", n, n, n, n);
	set_null(&c);
	for (const struct effect *x = m->effects; x < e; x++)
		if (x->kind == EFFECT_STORES && x->arg == e->arg)
			set(&c, x->other, x->flags & EFFECTF_KEEP ? "0" : "s#", n);
	set(&c, e->arg, e->flags & EFFECTF_DEREF ? "p#" : "s#", n);
	p->makes[p->make_count++] = n;
	printf("static void make%u(void)\n{\n\tq%u = ", n, n);
	print_call(p, &c);
	printf(";\n}\n");
	thread("a", n);
	printf("\tq%u[0] = 1; // RACE\n", n);
	end_thread();
	thread("b", n);
	printf("\ts%u[0] = 1; // RACE\n", n);
	end_thread();
	end(n, "ab");
}

/* The row makes p hold that pointer; unless it copies a string, which has none inside. */
static void print_pointer_to(struct program *p, const struct model *m, const struct effect *e,
			     uint32_t n, const char *from)
{
	struct call c = {.row = m};
	bool result = e->arg == ARG_RESULT;
	const char *word =
		e->kind == EFFECT_COPY && e->size_kind == SIZE_STRING ? "NORACE" : "RACE";
	begin(p, m, n, effect_kind_name(e->kind));
	printf("static char s%u[64], *q%u[8] = {s%u}, *%sp%u%s;\n", n, n, n, result ? "*" : "", n,
	       result ? "" : "[8]");
	set(&c, e->arg, "p#", n);
	set(&c, e->other, from, n);
	p->makes[p->make_count++] = n;
	printf("static void make%u(void)\n{\n\t", n);
	if (result)
		printf("p%u = ", n);
	line_with(p, "", &c);
	printf("}\n");
	thread("a", n);
	printf("\tp%u[0][0] = 1; // %s\n", n, word);
	end_thread();
	thread("b", n);
	printf("\ts%u[0] = 1; // %s\n", n, word);
	end_thread();
	end(n, "ab");
}

void print_stores(struct program *p, const struct model *m, const struct effect *e, uint32_t n)
{
	print_pointer_to(p, m, e, n, e->flags & EFFECTF_DEREF ? "q#" : "s#");
}

/* What one call keeps, another gives: the object s. */
void print_kept(struct program *p, const struct model *m, const struct effect *e, uint32_t n)
{
	bool in_row = e->kind == EFFECT_KEEPS;
	const struct model *keeps = in_row ? m : partner(p, e, EFFECT_KEEPS, same_lock);
	const struct model *gives = in_row ? partner(p, e, EFFECT_GIVES, same_lock) : m;
	const struct effect *in = in_row ? e : model_effect(keeps, EFFECT_KEEPS);
	const struct effect *out = in_row ? model_effect(gives, EFFECT_GIVES) : e;
	struct call k = {.row = keeps}, g = {.row = gives};
	bool result = out->arg == ARG_RESULT;
	if (result && (model_effect(gives, EFFECT_STATE_READ) ||
		       model_effect(gives, EFFECT_STATE_WRITE)))
		return; /* the calls race themselves: models/libc/environment_race.c */
	begin(p, m, n, effect_kind_name(e->kind));
	declare(p, keeps);
	declare(p, gives);
	printf("static char s%u[64];\n"
	       "struct in%u { char x[%d]; char *p; } __attribute__((packed));\n"
	       "struct out%u { char x[%d]; char *p; } __attribute__((packed));\n"
	       "static struct in%u p%u = {.p = s%u};\n", n, n, (int)in->value, n, (int)out->value,
	       n, n, n);
	set(&k, in->arg, in->flags & EFFECTF_ITSELF ? "s#" : "&p#", n);
	if (!result)
		set(&g, out->arg, "&q", n);
	p->makes[p->make_count++] = n;
	printf("static void make%u(void)\n{\n", n);
	line_with(p, "\t", &k);
	printf("}\n");
	thread("a", n);
	printf("\tstruct out%u q;\n", n);
	line_with(p, "\t", &g);
	printf("\tq.p[0] = 1; // RACE\n");
	end_thread();
	thread("b", n);
	printf("\ts%u[0] = 1; // RACE\n", n);
	end_thread();
	end(n, "ab");
}

void print_copy(struct program *p, const struct model *m, const struct effect *e, uint32_t n)
{
	print_pointer_to(p, m, e, n, "q#");
}

/* Two calls at the same time race, or would if libraries did not guard it themselves. */
static const char *verdict_of_state(const struct model *m)
{
	const struct effect *e = model_effect(m, EFFECT_STATE_WRITE);
	return e && !(e->flags & EFFECTF_ATOMIC) ? "RACE" : "NORACE";
}

void print_state(struct program *p, const struct model *m, const struct effect *e, uint32_t n)
{
	struct call c = {.row = m};
	(void)e;
	begin(p, m, n, "state_write");
	for (const char *name = "ab"; *name; name++) {
		thread((char[]){*name, 0}, n);
		printf("\t");
		print_call(p, &c);
		printf("; // %s\n", verdict_of_state(m));
		end_thread();
	}
	end(n, "ab");
}

/* The library's own memory is not reported, and is none of the program's. */
void print_static(struct program *p, const struct model *m, const struct effect *e, uint32_t n)
{
	struct call c = {.row = m};
	(void)e;
	if (model_effect(m, EFFECT_STATE_READ))
		return; /* it races with writers, which the same program may have */
	begin(p, m, n, "returns_static");
	for (const char *name = "ab"; *name; name++) {
		thread((char[]){*name, 0}, n);
		printf("\tchar *q = ");
		print_call(p, &c);
		printf("; // %s\n\tq[0] = 1; // NORACE\n\tg%u += q == 0; // RACE\n",
		       verdict_of_state(m), n);
		end_thread();
	}
	end(n, "ab");
}

/* The handler runs at any time: against a thread that writes the same. */
void print_handler(struct program *p, const struct model *m, const struct effect *e, uint32_t n)
{
	struct call c = {.row = m};
	begin(p, m, n, "signal_handler");
	printf("static void z%u(int number)\n{\n", n);
	touch("g", n, "RACE");
	printf("}\n");
	if (e->flags & EFFECTF_HANDLER_IN_STRUCT)
		printf("static void *s%u[16] = {[%d] = z%u};\n", n, (int)(e->value / 8), n);
	set(&c, e->arg, e->flags & EFFECTF_HANDLER_IN_STRUCT ? "s#" : "z#", n);
	thread("b", n);
	touch("g", n, "RACE");
	end_thread();
	printf("static void case%u(void)\n{\n\t", n);
	print_call(p, &c);
	printf(";\n\tpthread_create(&(pthread_t){0}, 0, b%u, 0);\n}\n\n", n);
}
