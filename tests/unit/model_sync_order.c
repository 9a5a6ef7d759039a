/* SPDX-License-Identifier: MIT */
/*
 * Cases for conditions, semaphores, barriers and once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_sync.h"

/* What was known under the mutex before the wait is not known after it. */
void print_cond_wait(struct program *p, const struct model *m, const struct effect *e,
			    uint32_t n)
{
	const struct effect plain = {.name = NULL};
	const struct model *takes = partner(p, &plain, EFFECT_ACQUIRE, fits_exclusive);
	const struct model *gives = partner(p, &plain, EFFECT_RELEASE, fits_lock);
	struct call c = {.row = m}, t = call_on(takes, EFFECT_ACQUIRE, n),
		    r = call_on(gives, EFFECT_RELEASE, n);
	set(&c, e->arg, "k#", n);
	set(&c, e->other, "l#", n);
	begin(p, m, n, "cond_wait");
	declare(p, takes);
	declare(p, gives);
	thread("a", n);
	line_with(p, "\t", &t);
	printf("\te%u = 1; // NORACE\n", n);
	line_with(p, "\t", &c);
	printf("\tif (e%u != 1) // NORACE\n\t", n);
	touch("h", n, "RACE");
	touch("g", n, "NORACE");
	line_with(p, "\t", &r);
	end_thread();
	thread("b", n);
	line_with(p, "\t", &t);
	touch("e", n, "NORACE");
	touch("g", n, "NORACE");
	line_with(p, "\t", &r);
	touch("h", n, "RACE");
	end_thread();
	end(n, "ab");
}

/* a hands g over to b, with the condition k and the flag e. */
void print_cond_signal(struct program *p, const struct model *m, const struct effect *e,
			      uint32_t n)
{
	const struct effect plain = {.name = NULL};
	const struct model *wait = partner(p, e, EFFECT_COND_WAIT, fits_condition);
	struct call t = call_on(partner(p, &plain, EFFECT_ACQUIRE, fits_exclusive), EFFECT_ACQUIRE, n),
		    r = call_on(partner(p, &plain, EFFECT_RELEASE, fits_lock), EFFECT_RELEASE, n);
	struct call s = {.row = m}, w = {.row = wait};
	set(&s, e->arg, "k#", n);
	set(&w, model_effect(wait, EFFECT_COND_WAIT)->arg, "k#", n);
	set(&w, model_effect(wait, EFFECT_COND_WAIT)->other, "l#", n);
	begin(p, m, n, "cond_signal");
	declare(p, wait);
	declare(p, t.row);
	declare(p, r.row);
	thread("a", n);
	touch("g", n, "NORACE");
	line_with(p, "\t", &t);
	printf("\te%u = 1; // NORACE\n", n);
	line_with(p, "\t", &s);
	line_with(p, "\t", &r);
	touch("h", n, "RACE");
	end_thread();
	thread("b", n);
	line_with(p, "\t", &t);
	printf("\twhile (!e%u) // NORACE\n\t", n);
	line_with(p, "\t", &w);
	line_with(p, "\t", &r);
	touch("g", n, "NORACE");
	touch("h", n, "RACE");
	end_thread();
	end(n, "ab");
}

/* a hands g over to b with a post, on a semaphore that starts at 0; where the row
 * takes a first value, a and b also exclude each other on one that starts at 1. */
void print_sem(struct program *p, const struct model *m, const struct effect *e,
		      uint32_t n)
{
	bool one = e->kind == EFFECT_SEM_INIT && (e->other >= 0 || e->value == 1);
	const struct model *init = e->kind == EFFECT_SEM_INIT ? m :
				   partner(p, e, EFFECT_SEM_INIT, fits_count);
	const struct model *post = e->kind == EFFECT_SEM_POST ? m :
				   partner(p, e, EFFECT_SEM_POST, fits_any);
	const struct model *wait = e->kind == EFFECT_SEM_WAIT ? m :
				   partner(p, e, EFFECT_SEM_WAIT, fits_any);
	struct call i = call_on(init, EFFECT_SEM_INIT, n), s = {.row = post}, w = {.row = wait};
	const char *at = model_effect(init, EFFECT_SEM_INIT)->arg == ARG_RESULT ? "p#" : "l#";
	set(&s, model_effect(post, EFFECT_SEM_POST)->arg, at, n);
	set(&w, model_effect(wait, EFFECT_SEM_WAIT)->arg, at, n);
	enum result_class when = model_effect(wait, EFFECT_SEM_WAIT)->when;
	begin(p, m, n, effect_kind_name(e->kind));
	printf("static void *p%u;\n", n);
	declare(p, init);
	declare(p, post);
	declare(p, wait);
	thread("a", n);
	if (one)
		print_if(p, &w, when);
	touch("g", n, "NORACE");
	line_with(p, "\t", &s);
	touch("h", n, "RACE");
	printf("%s", one ? "\t}\n" : "");
	end_thread();
	thread("b", n);
	print_if(p, &w, when);
	touch("g", n, "NORACE");
	if (one)
		line_with(p, "\t", &s);
	touch("h", n, "RACE");
	printf("\t}\n");
	if (when != RESULT_ANY) {
		printf("\telse\n\t");
		touch("h", n, "RACE");
	}
	end_thread();
	set(&i, model_effect(init, EFFECT_SEM_INIT)->other, "#", one);
	p->makes[p->make_count++] = n;
	printf("static void make%u(void)\n{\n\t", n);
	if (at[0] == 'p')
		printf("p%u = ", n);
	line_with(p, "", &i);
	printf("}\n");
	end(n, "ab");
}

/* One that lets them through one at a time orders nothing. */
void print_barrier(struct program *p, const struct model *m, const struct effect *e,
			  uint32_t n, uint32_t threads)
{
	const char *verdict = threads == 2 ? "NORACE" : "RACE";
	const struct model *init = e->kind == EFFECT_BARRIER_INIT ? m :
				   partner(p, e, EFFECT_BARRIER_INIT, fits_any);
	const struct model *wait = e->kind == EFFECT_BARRIER_WAIT ? m :
				   partner(p, e, EFFECT_BARRIER_WAIT, fits_any);
	struct call i = call_on(init, EFFECT_BARRIER_INIT, n),
		    w = call_on(wait, EFFECT_BARRIER_WAIT, n);
	set(&i, model_effect(init, EFFECT_BARRIER_INIT)->other, "#", threads);
	begin(p, m, n, effect_kind_name(e->kind));
	declare(p, init);
	declare(p, wait);
	thread("a", n);
	touch("g", n, verdict);
	touch("h", n, "RACE");
	line_with(p, "\t", &w);
	touch("e", n, "RACE");
	end_thread();
	thread("b", n);
	touch("h", n, "RACE");
	line_with(p, "\t", &w);
	touch("g", n, verdict);
	touch("e", n, "RACE");
	end_thread();
	printf("static void case%u(void)\n{\n", n);
	line_with(p, "\t", &i);
	printf("\tpthread_create(&(pthread_t){0}, 0, a%u, 0);\n"
	       "\tpthread_create(&(pthread_t){0}, 0, b%u, 0);\n}\n\n", n, n);
}

/* a and b share a control, c has another; whoever comes through reads what was made. */
void print_once(struct program *p, const struct model *m, const struct effect *e,
		       uint32_t n)
{
	begin(p, m, n, "once");
	printf("static void *x%u(void)\n{\n", n);
	touch("g", n, "NORACE");
	printf("\treturn 0;\n}\nstatic void *y%u(void)\n{\n", n);
	touch("h", n, "RACE");
	printf("\treturn 0;\n}\n");
	for (const char *name = "abcd"; *name; name++) {
		struct call c = {.row = m};
		set(&c, e->arg, *name == 'd' ? "k#" : "l#", n);
		set(&c, e->other, *name < 'c' ? "x#" : "y#", n);
		thread((char[]){*name, 0}, n);
		line_with(p, "\t", &c);
		if (*name < 'c')
			look("g", n, "NORACE");
		end_thread();
	}
	end(n, "abcd");
}

void print_once_enter(struct program *p, const struct model *m, const struct effect *e,
			     uint32_t n)
{
	const struct model *leave = e->kind == EFFECT_ONCE_LEAVE ? m :
				    partner(p, e, EFFECT_ONCE_LEAVE, fits_any);
	const struct model *enter = m;
	for (uint32_t i = 0; e->kind == EFFECT_ONCE_LEAVE && i < p->models->list.n; i++) {
		const struct model *x = &p->models->list.at[i];
		if (strcmp(x->file, p->file) == 0 && model_effect(x, EFFECT_ONCE_ENTER))
			enter = x;
	}
	begin(p, m, n, effect_kind_name(e->kind));
	declare(p, enter);
	declare(p, leave);
	for (const char *name = "abcd"; *name; name++) {
		struct call in = {.row = enter}, out = {.row = leave};
		const char *control = *name == 'd' ? "k#" : "l#";
		const char *global = *name < 'c' ? "g" : "h";
		set(&in, model_effect(enter, EFFECT_ONCE_ENTER)->arg, control, n);
		set(&out, model_effect(leave, EFFECT_ONCE_LEAVE)->arg, control, n);
		thread((char[]){*name, 0}, n);
		print_if(p, &in, model_effect(enter, EFFECT_ONCE_ENTER)->when);
		touch(global, n, *name < 'c' ? "NORACE" : "RACE");
		line_with(p, "\t", &out);
		if (*name < 'c')
			touch("e", n, "RACE");
		printf("\t}\n");
		if (*name < 'c')
			look("g", n, "NORACE");
		end_thread();
	}
	end(n, "abcd");
}
