/* SPDX-License-Identifier: MIT */
/*
 * The words of the made programs: calls of rows, threads, accesses with their verdict.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_label.h"
#include "model_sync.h"

/* ---- rows ---- */

uint32_t index_of(const struct program *p, const struct model *m)
{
	return (uint32_t)(m - p->models->list.at);
}

bool is_callable(const struct model *m)
{
	return m->param_count <= MAX_ARGS && !m->lock_name;
}

static bool returns_pointer(const struct model *m)
{
	for (uint32_t i = 0; i < m->effect_count; i++) {
		const struct effect *e = &m->effects[i];
		if (e->kind == EFFECT_ALLOC || e->kind == EFFECT_RETURNS ||
		    e->kind == EFFECT_RETURNS_STATIC || e->kind == EFFECT_REALLOC ||
		    e->third == ARG_RESULT || e->arg == ARG_RESULT)
			return true;
	}
	return false;
}

/* The number of effects that say something on locks, order or threads. */
static int sync_effects(const struct model *m)
{
	int n = 0;
	for (uint32_t i = 0; i < m->effect_count; i++)
		n += m->effects[i].kind <= EFFECT_CALL_LATER ||
		     m->effects[i].kind >= EFFECT_ONCE_ENTER;
	return n;
}

/* The first row of the file, else of any, with that one effect and no condition; a
 * lock that has a name and no object may have only rows with one. */
const struct model *partner(const struct program *p, const struct effect *e,
				   enum effect_kind kind, partner_test *fits)
{
	bool conditions = kind == EFFECT_ACQUIRE && e->name;
	const struct model *found = NULL;
	for (uint32_t i = 0; i < p->models->list.n; i++) {
		const struct model *m = &p->models->list.at[i];
		const struct effect *x = model_effect(m, kind);
		if (!x || (x->when != RESULT_ANY && !conditions) || sync_effects(m) > 1 ||
		    !is_callable(m) || !fits(e, x))
			continue;
		if (strcmp(m->file, p->file) == 0)
			return m;
		if (!found || strstr(m->file, "pthread"))
			found = found && strstr(found->file, "pthread") ? found : m;
	}
	return found;
}

bool same_lock(const struct effect *a, const struct effect *b)
{
	if (!a->name || !b->name)
		return a->name == b->name;
	return strcmp(a->name, b->name) == 0;
}

bool fits_exclusive(const struct effect *e, const struct effect *x)
{
	return x->mode == MODE_EXCLUSIVE && same_lock(e, x);
}

bool fits_shared(const struct effect *e, const struct effect *x)
{
	return x->mode == MODE_SHARED && same_lock(e, x);
}

bool fits_lock(const struct effect *e, const struct effect *x)
{
	return same_lock(e, x) && x->mode != MODE_SHARED;
}

bool fits_any(const struct effect *e, const struct effect *x)
{
	(void)e;
	return x->arg != ARG_RESULT && !(x->flags & EFFECTF_DEREF);
}

bool fits_count(const struct effect *e, const struct effect *x)
{
	return fits_any(e, x) && (x->other >= 0 || x->value == 0);
}

/* One that is not the mutex as well. */
bool fits_condition(const struct effect *e, const struct effect *x)
{
	return fits_any(e, x) && x->arg != x->other;
}

bool fits_key(const struct effect *e, const struct effect *x)
{
	(void)e;
	return x->arg >= 0;
}

bool fits_attribute(const struct effect *e, const struct effect *x)
{
	return fits_any(e, x) && x->other >= 0;
}

bool fits_create(const struct effect *e, const struct effect *x)
{
	(void)e;
	return !(x->flags & (EFFECTF_DETACHED | EFFECTF_MANY)) && x->third != ARG_NONE;
}

/* ---- printing calls ---- */

void declare(const struct program *p, const struct model *m)
{
	printf("extern %s f%u() __asm__(\"", returns_pointer(m) ? "void *" : "int",
	       index_of(p, m));
	print_label(m);
	printf("\");\n");
}

/* Argument 'arg' is that text, with the number in the place of a '#'. */
void set(struct call *c, int arg, const char *text, uint32_t n)
{
	if (arg < 0 || arg >= MAX_ARGS)
		return;
	const char *hash = strchr(text, '#');
	size_t before = hash ? (size_t)(hash - text) : strlen(text);
	if (hash)
		snprintf(c->text[arg], sizeof(c->text[arg]), "%.*s%u", (int)before, text, n);
	else
		snprintf(c->text[arg], sizeof(c->text[arg]), "%s", text);
}

bool is_pointer_effect(const struct effect *e, int arg)
{
	switch (e->kind) {
	case EFFECT_READ: case EFFECT_WRITE: case EFFECT_COPY: case EFFECT_ALLOC:
	case EFFECT_STORES: case EFFECT_ATOMIC_LOAD: case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW:
		return e->arg == arg || e->third == arg ||
		       (e->other == arg && (e->kind == EFFECT_COPY || e->flags & EFFECTF_BY_ADDRESS));
	case EFFECT_CREATE: case EFFECT_JOIN: case EFFECT_ONCE: case EFFECT_CALL_NOW:
	case EFFECT_TSD_GET:
		return e->third == arg;
	case EFFECT_TSD_KEY_CREATE:
		return e->arg == arg;
	default:
		return false;
	}
}

static void print_argument(const struct call *c, int i)
{
	const char *text = "0";
	for (uint32_t k = 0; k < c->row->effect_count; k++) {
		const struct effect *e = &c->row->effects[k];
		if (e->kind == EFFECT_STATE_WRITE && e->size_arg == i) {
			text = "0"; /* then it happens */
			break;
		}
		if (e->kind == EFFECT_READ_FORMAT || e->kind == EFFECT_WRITE_FORMAT)
			text = e->arg == i ? "\"x\"" : text;
		else if (is_pointer_effect(e, i))
			text = "(char[64]){0}";
		else if (e->flags & EFFECTF_PROCESS && e->size_arg == i)
			text = "-1"; /* all bits that make it a thread */
		else if (e->size_arg == i || e->size_arg2 == i)
			text = e->size_arg == i ? "8" : "1";
	}
	fputs(c->text[i][0] ? c->text[i] : text, stdout);
}

void print_call(const struct program *p, const struct call *c)
{
	int n = c->row->param_count;
	for (int i = n < 0 ? 0 : n; n < 0 && i < MAX_ARGS; i++)
		n = c->text[i][0] ? -(i + 2) : n;
	n = n < 0 ? -n - 1 : n;
	printf("f%u(", index_of(p, c->row));
	for (int i = 0; i < n; i++) {
		fputs(i ? ", " : "", stdout);
		print_argument(c, i);
	}
	printf(")");
}

/* The call of a row with one argument of ours. */
void print_with(const struct program *p, const struct model *m, int arg,
		       const char *text, uint32_t n)
{
	struct call c = {.row = m};
	set(&c, arg, text, n);
	print_call(p, &c);
}

/* Opens the block in which the effect has happened. */
void print_if(const struct program *p, const struct call *c, enum result_class when)
{
	static const char *const tests[] = {"", " == 0", " != 0", " < 0", " >= 0"};
	printf("\t%s", when == RESULT_ANY ? "{ " : "if (");
	print_call(p, c);
	printf("%s%s\n", tests[when], when == RESULT_ANY ? ";" : ") {");
}

/* ---- cases ---- */

void print_main(struct program *p)
{
	printf("int main(void)\n{\n");
	for (uint32_t i = 0; i < p->make_count; i++)
		printf("\tmake%u();\n", p->makes[i]);
	for (uint32_t i = 0; i < p->count; i++)
		printf("\tcase%u();\n", p->cases[i]);
	printf("\treturn 0;\n}\n");
	p->count = p->make_count = 0;
}

void begin(struct program *p, const struct model *m, uint32_t n, const char *kinds)
{
	if (p->count == CASES)
		print_main(p);
	if (p->count == 0)
		printf("// from %s\n%s#include <pthread.h>\n"
		       "static _Thread_local int sum;\n"
		       "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\n\n",
		       p->file, p->later ? "// RUN: --all\n" : "");
	p->cases[p->count++] = n;
	printf("/* %s:%u: %s: %s */\n", m->file, m->line, m->name, kinds);
	printf("static int g%u, h%u, e%u;\nstatic char l%u[64], k%u[64];\n", n, n, n, n, n);
	declare(p, m);
}

void thread(const char *name, uint32_t n)
{
	printf("static void *%s%u(void *arg)\n{\n", name, n);
}

void end_thread(void)
{
	printf("\treturn arg;\n}\n");
}

void touch(const char *global, uint32_t n, const char *verdict)
{
	printf("\t%s%u++; // %s\n", global, n, verdict);
}

void look(const char *global, uint32_t n, const char *verdict)
{
	printf("\tsum += %s%u; // %s\n", global, n, verdict);
}

void end(uint32_t n, const char *threads)
{
	printf("static void case%u(void)\n{\n", n);
	for (const char *t = threads; *t; t++)
		printf("\tpthread_create(&(pthread_t){0}, 0, %c%u, 0);\n", *t, n);
	printf("}\n\n");
}

void line_with(const struct program *p, const char *indent, const struct call *c)
{
	fputs(indent, stdout);
	print_call(p, c);
	printf(";\n");
}

struct call call_on(const struct model *m, enum effect_kind kind, uint32_t n)
{
	struct call c = {.row = m};
	set(&c, model_effect(m, kind)->arg, "l#", n);
	return c;
}
