/* SPDX-License-Identifier: MIT */
/*
 * Cases for the rows that take, release, make and destroy locks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_sync.h"

struct lock_case {
	const struct model *row, *exclusive, *shared;
	int arg, take_arg, share_arg;
	enum lock_mode before, after; /* MODE_ANY: not held */
	enum result_class when;
};

static bool plan_lock(const struct program *p, const struct model *m, struct lock_case *l)
{
	const struct effect *lock = NULL;
	*l = (struct lock_case){.row = m, .before = MODE_ANY, .after = MODE_ANY};
	for (uint32_t i = 0; i < m->effect_count; i++) {
		const struct effect *e = &m->effects[i];
		if (e->kind != EFFECT_ACQUIRE && e->kind != EFFECT_RELEASE)
			continue;
		if (lock && (lock->arg != e->arg || !same_lock(lock, e)))
			return false;
		if (!lock && e->kind == EFFECT_RELEASE)
			l->before = e->mode == MODE_SHARED ? MODE_SHARED : MODE_EXCLUSIVE;
		l->after = e->kind == EFFECT_ACQUIRE ? (enum lock_mode)e->mode : MODE_ANY;
		l->when = e->when;
		lock = e;
	}
	if (!lock || lock->arg == ARG_RESULT || (lock->name && *lock->name == '.'))
		return false; /* a name with a dot is no lock by itself */
	l->arg = lock->name ? ARG_NONE : lock->arg;
	l->exclusive = partner(p, lock, EFFECT_ACQUIRE, fits_exclusive);
	l->shared = partner(p, lock, EFFECT_ACQUIRE, fits_shared);
	if (!l->exclusive || (!l->shared && (l->before == MODE_SHARED || l->after == MODE_SHARED)))
		return false;
	l->take_arg = lock->name ? ARG_NONE : model_effect(l->exclusive, EFFECT_ACQUIRE)->arg;
	if (l->shared)
		l->share_arg = model_effect(l->shared, EFFECT_ACQUIRE)->arg;
	return true;
}

static void take(const struct program *p, const struct lock_case *l, enum lock_mode mode,
		 const char *lock, uint32_t n)
{
	struct call c = {.row = mode == MODE_SHARED ? l->shared : l->exclusive};
	enum result_class when = model_effect(c.row, EFFECT_ACQUIRE)->when;
	set(&c, mode == MODE_SHARED ? l->share_arg : l->take_arg, lock, n);
	print_if(p, &c, when);
	printf("\t}%s\n", when == RESULT_ANY ? "" : " else {\n\t\treturn arg;\n\t}");
}

/* What the thread may do in that mode: b writes g holding the lock, c writes h
 * holding another (a shared one, the same as a reader). */
static void print_held(enum lock_mode mode, uint32_t n, bool against_reader)
{
	if (mode == MODE_SHARED)
		look("g", n, "NORACE");
	else if (mode == MODE_EXCLUSIVE)
		touch("g", n, "NORACE");
	if (!against_reader)
		touch("h", n, "RACE");
}

static void print_lock_case(struct program *p, const struct lock_case *l, uint32_t n)
{
	struct call c = {.row = l->row};
	set(&c, l->arg, "l#", n);
	begin(p, l->row, n, "acquire release");
	declare(p, l->exclusive);
	if (l->shared)
		declare(p, l->shared);
	thread("a", n);
	if (l->before != MODE_ANY) {
		take(p, l, l->before, "l#", n);
		print_held(l->before, n, l->before == MODE_EXCLUSIVE && l->after == MODE_SHARED);
	}
	print_if(p, &c, l->when);
	if (l->after == MODE_ANY)
		touch("e", n, "RACE");
	else
		print_held(l->after, n, false);
	printf("\t}%s\n", l->when == RESULT_ANY ? "" : " else {");
	if (l->when != RESULT_ANY) {
		if (l->before == MODE_ANY)
			touch("e", n, "RACE");
		else
			print_held(l->before, n, false);
		printf("\t}\n");
	}
	end_thread();
	thread("b", n);
	take(p, l, MODE_EXCLUSIVE, "l#", n);
	touch("g", n, "NORACE");
	if (l->after == MODE_ANY || (l->when != RESULT_ANY && l->before == MODE_ANY))
		touch("e", n, "RACE");
	end_thread();
	thread("c", n);
	if (l->before == MODE_SHARED || l->after == MODE_SHARED)
		take(p, l, MODE_SHARED, "l#", n);
	else if (l->arg != ARG_NONE)
		take(p, l, MODE_EXCLUSIVE, "k#", n);
	touch("h", n, "RACE");
	end_thread();
	end(n, "abc");
}

/* A lock that its row makes (before there are threads: a pointer stored while some
 * run may be another one each time), then taken by two threads. A recursive one is taken twice and given back once. */
void print_init(struct program *p, const struct model *m, const struct effect *e,
		       uint32_t n)
{
	bool indirect = e->flags & EFFECTF_DEREF || e->arg == ARG_RESULT;
	const char *lock = indirect ? "p#" : "l#";
	const struct model *takes = partner(p, e, EFFECT_ACQUIRE, fits_exclusive);
	const struct model *gives = partner(p, e, EFFECT_RELEASE, fits_lock);
	int take_arg = model_effect(takes, EFFECT_ACQUIRE)->arg;
	struct call c = {.row = m};
	begin(p, m, n, e->kind == EFFECT_LOCK_INIT ? "lock_init alloc" : "lock_destroy");
	declare(p, takes);
	declare(p, gives);
	printf("static void *p%u;\n", n);
	for (const char *t = "ab"; *t; t++) {
		thread((char[]){*t, 0}, n);
		for (int k = 0; k <= !!(e->flags & EFFECTF_RECURSIVE); k++) {
			printf("\t");
			print_with(p, takes, take_arg, lock, n);
			printf(";\n");
		}
		if (e->flags & EFFECTF_RECURSIVE) {
			printf("\t");
			print_with(p, gives, model_effect(gives, EFFECT_RELEASE)->arg, lock, n);
			printf(";\n");
		}
		touch("g", n, "NORACE");
		printf("\t");
		print_with(p, gives, model_effect(gives, EFFECT_RELEASE)->arg, lock, n);
		printf(";\n");
		touch("h", n, "RACE");
		end_thread();
	}
	set(&c, e->arg, e->flags & EFFECTF_DEREF ? "&p#" : "l#", n);
	if (e->kind == EFFECT_LOCK_INIT && e->flags & EFFECTF_RECURSIVE && e->third >= 0)
		set(&c, e->third, "#", (uint32_t)e->value);
	if (e->kind == EFFECT_LOCK_INIT) {
		p->makes[p->make_count++] = n;
		printf("static void make%u(void)\n{\n\t", n);
		if (e->arg == ARG_RESULT)
			printf("p%u = ", n);
		print_call(p, &c);
		printf(";\n}\n");
	}
	printf("static void case%u(void)\n{\n\tpthread_t a, b;\n", n);
	printf("\tpthread_create(&a, 0, a%u, 0);\n\tpthread_create(&b, 0, b%u, 0);\n", n, n);
	printf("\tpthread_join(a, 0);\n\tpthread_join(b, 0);\n");
	if (e->kind == EFFECT_LOCK_DESTROY) {
		printf("\t");
		print_call(p, &c);
		printf(";\n");
	}
	printf("}\n\n");
}

/* The attribute says 'recursive' to the row that makes the lock. */
void print_attribute(struct program *p, const struct model *m, const struct effect *e,
			    uint32_t n)
{
	const struct effect plain = {.name = NULL};
	const struct model *init = partner(p, &plain, EFFECT_LOCK_INIT, fits_attribute);
	struct call c = {.row = m}, i = call_on(init, EFFECT_LOCK_INIT, n);
	struct call t = call_on(partner(p, &plain, EFFECT_ACQUIRE, fits_exclusive), EFFECT_ACQUIRE, n),
		    r = call_on(partner(p, &plain, EFFECT_RELEASE, fits_lock), EFFECT_RELEASE, n);
	set(&c, e->arg, "k#", n);
	set(&c, e->other, "#", (uint32_t)e->value);
	set(&i, model_effect(init, EFFECT_LOCK_INIT)->other, "k#", n);
	begin(p, m, n, "attr_recursive");
	declare(p, init);
	declare(p, t.row);
	declare(p, r.row);
	for (const char *name = "ab"; *name; name++) {
		thread((char[]){*name, 0}, n);
		line_with(p, "\t", &t);
		line_with(p, "\t", &t);
		line_with(p, "\t", &r);
		touch("g", n, "NORACE");
		line_with(p, "\t", &r);
		touch("h", n, "RACE");
		end_thread();
	}
	p->makes[p->make_count++] = n;
	printf("static void make%u(void)\n{\n", n);
	line_with(p, "\t", &c);
	line_with(p, "\t", &i);
	printf("}\n");
	end(n, "ab");
}

/* False when the row is about no lock, or about several. */
bool print_lock(struct program *p, const struct model *m, uint32_t n)
{
	struct lock_case l;
	if (!plan_lock(p, m, &l))
		return false;
	print_lock_case(p, &l, n);
	return true;
}
