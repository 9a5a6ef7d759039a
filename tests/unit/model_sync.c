/* SPDX-License-Identifier: MIT */
/*
 * Prints a test program made from the rows of one model file that are about locks,
 * order, threads, atomics and callbacks, and from those that do nothing. Run by
 * tests/models/check-rows, as model_rows.c is, which has the rows about memory.
 *
 * A row becomes one case: a few threads of its own (a, b, c, d) that the function
 * 'caseN' starts with pthread_create, and globals of its own (gN, hN, ...; lN and kN
 * are two locks). Where a row needs others beside it (a release row an acquire row),
 * they are the plainest of the same file: its partners.
 *
 * Many small programs are printed, one after the other, each with a few cases.
 *
 * The comment before a case says which effects of which row it exercises. With
 * --list the effects of every row are printed, for the count of those that are not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

enum { MAX_ARGS = 16, CASES = 16 /* in one program */ };

struct program {
	const struct models *models;
	const char *file;
	bool later; /* the programs of callbacks that run later, or the others */
	uint32_t cases[CASES], makes[CASES]; /* called by main, 'makes' first */
	uint32_t count, make_count;
};

/* What stands for argument i; NULL: a zero, or scratch memory of the caller. */
struct call {
	const struct model *row;
	char text[MAX_ARGS][64];
};

/* ---- rows ---- */

static uint32_t index_of(const struct program *p, const struct model *m)
{
	return (uint32_t)(m - p->models->list.at);
}

static bool is_callable(const struct model *m)
{
	return !(m->flags & MODELF_PREFIX) && m->param_count <= MAX_ARGS &&
	       strncmp(m->name, "llvm.", 5) != 0 && !m->lock_name;
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

typedef bool partner_test(const struct effect *wanted, const struct effect *e);

/* The first row of the file, else of any, with that one effect and no condition. */
static const struct model *partner(const struct program *p, const struct effect *e,
				   enum effect_kind kind, partner_test *fits)
{
	const struct model *found = NULL;
	for (uint32_t i = 0; i < p->models->list.n; i++) {
		const struct model *m = &p->models->list.at[i];
		const struct effect *x = model_effect(m, kind);
		if (!x || x->when != RESULT_ANY || sync_effects(m) != 1 || !is_callable(m) ||
		    !fits(e, x))
			continue;
		if (strcmp(m->file, p->file) == 0)
			return m;
		if (!found || strstr(m->file, "pthread"))
			found = found && strstr(found->file, "pthread") ? found : m;
	}
	return found;
}

static bool same_lock(const struct effect *a, const struct effect *b)
{
	if (!a->name || !b->name)
		return a->name == b->name;
	return strcmp(a->name, b->name) == 0;
}

static bool fits_exclusive(const struct effect *e, const struct effect *x)
{
	return x->mode == MODE_EXCLUSIVE && same_lock(e, x);
}

static bool fits_shared(const struct effect *e, const struct effect *x)
{
	return x->mode == MODE_SHARED && same_lock(e, x);
}

static bool fits_lock(const struct effect *e, const struct effect *x)
{
	return same_lock(e, x) && x->mode != MODE_SHARED;
}

static bool fits_any(const struct effect *e, const struct effect *x)
{
	(void)e;
	return x->arg != ARG_RESULT && !(x->flags & EFFECTF_DEREF);
}

static bool fits_count(const struct effect *e, const struct effect *x)
{
	return fits_any(e, x) && (x->other >= 0 || x->value == 0);
}

static bool fits_create(const struct effect *e, const struct effect *x)
{
	(void)e;
	return !(x->flags & (EFFECTF_DETACHED | EFFECTF_MANY)) && x->third != ARG_NONE;
}

/* ---- printing calls ---- */

static void declare(const struct program *p, const struct model *m)
{
	printf("extern %s f%u() __asm__(\"%s\");\n", returns_pointer(m) ? "void *" : "int",
	       index_of(p, m), m->name);
}

/* Argument 'arg' is that text, with the number in the place of a '#'. */
static void set(struct call *c, int arg, const char *text, uint32_t n)
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

static bool is_pointer_effect(const struct effect *e, int arg)
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
	default:
		return false;
	}
}

static void print_argument(const struct call *c, int i)
{
	const char *text = "0";
	for (uint32_t k = 0; k < c->row->effect_count; k++) {
		const struct effect *e = &c->row->effects[k];
		if (e->kind == EFFECT_READ_FORMAT || e->kind == EFFECT_WRITE_FORMAT)
			text = e->arg == i ? "\"x\"" : text;
		else if (is_pointer_effect(e, i))
			text = "(char[64]){0}";
		else if (e->size_kind == SIZE_ARGUMENT && e->size_arg == i)
			text = "8";
	}
	fputs(c->text[i][0] ? c->text[i] : text, stdout);
}

static void print_call(const struct program *p, const struct call *c)
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
static void print_with(const struct program *p, const struct model *m, int arg,
		       const char *text, uint32_t n)
{
	struct call c = {.row = m};
	set(&c, arg, text, n);
	print_call(p, &c);
}

/* Opens the block in which the effect has happened. */
static void print_if(const struct program *p, const struct call *c, enum result_class when)
{
	static const char *const tests[] = {"", " == 0", " != 0", " < 0", " >= 0"};
	printf("\t%s", when == RESULT_ANY ? "{ " : "if (");
	print_call(p, c);
	printf("%s%s\n", tests[when], when == RESULT_ANY ? ";" : ") {");
}

/* ---- cases ---- */

static void print_main(struct program *p)
{
	printf("int main(void)\n{\n");
	for (uint32_t i = 0; i < p->make_count; i++)
		printf("\tmake%u();\n", p->makes[i]);
	for (uint32_t i = 0; i < p->count; i++)
		printf("\tcase%u();\n", p->cases[i]);
	printf("\treturn 0;\n}\n");
	p->count = p->make_count = 0;
}

static void begin(struct program *p, const struct model *m, uint32_t n, const char *kinds)
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

static void thread(const char *name, uint32_t n)
{
	printf("static void *%s%u(void *arg)\n{\n", name, n);
}

static void end_thread(void)
{
	printf("\treturn arg;\n}\n");
}

static void touch(const char *global, uint32_t n, const char *verdict)
{
	printf("\t%s%u++; // %s\n", global, n, verdict);
}

static void look(const char *global, uint32_t n, const char *verdict)
{
	printf("\tsum += %s%u; // %s\n", global, n, verdict);
}

static void end(uint32_t n, const char *threads)
{
	printf("static void case%u(void)\n{\n", n);
	for (const char *t = threads; *t; t++)
		printf("\tpthread_create(&(pthread_t){0}, 0, %c%u, 0);\n", *t, n);
	printf("}\n\n");
}

/* ---- locks ---- */

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
	if (!lock || lock->arg == ARG_RESULT)
		return false;
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
	printf("\t");
	if (mode == MODE_SHARED)
		print_with(p, l->shared, l->share_arg, lock, n);
	else
		print_with(p, l->exclusive, l->take_arg, lock, n);
	printf(";\n");
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

static void print_lock(struct program *p, const struct lock_case *l, uint32_t n)
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
static void print_init(struct program *p, const struct model *m, const struct effect *e,
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

/* ---- order ---- */

static void line_with(const struct program *p, const char *indent, const struct call *c)
{
	fputs(indent, stdout);
	print_call(p, c);
	printf(";\n");
}

static struct call call_on(const struct model *m, enum effect_kind kind, uint32_t n)
{
	struct call c = {.row = m};
	set(&c, model_effect(m, kind)->arg, "l#", n);
	return c;
}

static void print_cond_wait(struct program *p, const struct model *m, const struct effect *e,
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
	for (const char *name = "ab"; *name; name++) {
		thread((char[]){*name, 0}, n);
		line_with(p, "\t", &t);
		touch("g", n, "NORACE");
		if (*name == 'a')
			line_with(p, "\t", &c);
		touch("g", n, "NORACE");
		line_with(p, "\t", &r);
		touch("h", n, "RACE");
		end_thread();
	}
	end(n, "ab");
}

/* A signal changes no lock: what is held stays held. */
static void print_cond_signal(struct program *p, const struct model *m, const struct effect *e,
			      uint32_t n)
{
	const struct effect plain = {.name = NULL};
	const struct model *takes = partner(p, &plain, EFFECT_ACQUIRE, fits_exclusive);
	struct call c = {.row = m}, t = call_on(takes, EFFECT_ACQUIRE, n);
	set(&c, e->arg, "k#", n);
	begin(p, m, n, "cond_signal");
	declare(p, takes);
	thread("a", n);
	touch("h", n, "RACE");
	line_with(p, "\t", &t);
	line_with(p, "\t", &c);
	touch("g", n, "NORACE");
	end_thread();
	thread("b", n);
	line_with(p, "\t", &t);
	touch("g", n, "NORACE");
	touch("h", n, "RACE");
	end_thread();
	end(n, "ab");
}

/* a hands g over to b with a post, on a semaphore that starts at 0; where the row
 * takes a first value, a and b also exclude each other on one that starts at 1. */
static void print_sem(struct program *p, const struct model *m, const struct effect *e,
		      uint32_t n)
{
	bool one = e->kind == EFFECT_SEM_INIT && e->other >= 0;
	const struct model *init = e->kind == EFFECT_SEM_INIT ? m :
				   partner(p, e, EFFECT_SEM_INIT, fits_count);
	const struct model *post = e->kind == EFFECT_SEM_POST ? m :
				   partner(p, e, EFFECT_SEM_POST, fits_any);
	const struct model *wait = e->kind == EFFECT_SEM_WAIT ? m :
				   partner(p, e, EFFECT_SEM_WAIT, fits_any);
	struct call i = call_on(init, EFFECT_SEM_INIT, n), s = call_on(post, EFFECT_SEM_POST, n),
		    w = call_on(wait, EFFECT_SEM_WAIT, n);
	enum result_class when = model_effect(wait, EFFECT_SEM_WAIT)->when;
	begin(p, m, n, "sem_init sem_post sem_wait");
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
	printf("static void case%u(void)\n{\n", n);
	line_with(p, "\t", &i);
	printf("\tpthread_create(&(pthread_t){0}, 0, a%u, 0);\n"
	       "\tpthread_create(&(pthread_t){0}, 0, b%u, 0);\n}\n\n", n, n);
}

static void print_barrier(struct program *p, const struct model *m, const struct effect *e,
			  uint32_t n)
{
	const struct model *init = e->kind == EFFECT_BARRIER_INIT ? m :
				   partner(p, e, EFFECT_BARRIER_INIT, fits_any);
	const struct model *wait = e->kind == EFFECT_BARRIER_WAIT ? m :
				   partner(p, e, EFFECT_BARRIER_WAIT, fits_any);
	struct call i = call_on(init, EFFECT_BARRIER_INIT, n),
		    w = call_on(wait, EFFECT_BARRIER_WAIT, n);
	set(&i, model_effect(init, EFFECT_BARRIER_INIT)->other, "2", n);
	begin(p, m, n, "barrier_init barrier_wait");
	declare(p, init);
	declare(p, wait);
	thread("a", n);
	touch("g", n, "NORACE");
	touch("h", n, "RACE");
	line_with(p, "\t", &w);
	touch("e", n, "RACE");
	end_thread();
	thread("b", n);
	touch("h", n, "RACE");
	line_with(p, "\t", &w);
	touch("g", n, "NORACE");
	touch("e", n, "RACE");
	end_thread();
	printf("static void case%u(void)\n{\n", n);
	line_with(p, "\t", &i);
	printf("\tpthread_create(&(pthread_t){0}, 0, a%u, 0);\n"
	       "\tpthread_create(&(pthread_t){0}, 0, b%u, 0);\n}\n\n", n, n);
}

/* a and b share a control, c has another; whoever comes through reads what was made. */
static void print_once(struct program *p, const struct model *m, const struct effect *e,
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

static void print_once_enter(struct program *p, const struct model *m, const struct effect *e,
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
	begin(p, m, n, "once_enter once_leave");
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
		printf("\t}\n");
		if (*name < 'c')
			look("g", n, "NORACE");
		end_thread();
	}
	end(n, "abcd");
}

/* ---- threads and callbacks ---- */

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
static void print_create(struct program *p, const struct model *m, const struct effect *e,
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
static void print_join(struct program *p, const struct model *m, const struct effect *e,
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
static void print_callback(struct program *p, const struct model *m, const struct effect *e,
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

/* ---- atomics, and rows that do nothing ---- */

static void print_atomic(struct program *p, const struct model *m, const struct effect *e,
			 uint32_t n)
{
	int64_t size = e->size_kind == SIZE_BYTES ? e->value : 8;
	begin(p, m, n, "atomic_load atomic_store atomic_rmw stores returns");
	for (const char *name = "ab"; *name; name++) {
		struct call c = {.row = m};
		thread((char[]){*name, 0}, n);
		printf("\t");
		set(&c, e->arg, "l#", n);
		print_call(p, &c);
		printf("; // NORACE\n");
		end_thread();
	}
	thread("c", n);
	printf("\t__atomic_store_n((%s *)l%u, 1, 5); // NORACE\n",
	       size == 1 ? "char" : size == 2 ? "short" : size == 4 ? "int" :
	       size == 16 ? "__int128" : "long", n);
	end_thread();
	end(n, e->kind == EFFECT_ATOMIC_LOAD || e->kind == EFFECT_ATOMIC_STORE ||
	       e->kind == EFFECT_ATOMIC_RMW ? "abc" : "ab");
}

/* Whatever it gets stays untouched, whoever writes it. */
static void print_none(struct program *p, const struct model *m, uint32_t n)
{
	struct call c = {.row = m};
	begin(p, m, n, "none nondet");
	for (int i = 0; i < (m->param_count < 0 ? 2 : m->param_count); i++)
		set(&c, i, "l#", n);
	thread("a", n);
	printf("\t");
	print_call(p, &c);
	printf("; // NORACE\n");
	end_thread();
	thread("b", n);
	printf("\tl%u[0] = 1; // NORACE\n", n);
	end_thread();
	end(n, "ab");
}

/* ---- the program ---- */

static void print_effect(struct program *p, const struct model *m, const struct effect *e,
			 uint32_t n)
{
	switch (e->kind) {
	case EFFECT_LOCK_INIT:
	case EFFECT_LOCK_DESTROY:
		print_init(p, m, e, n);
		break;
	case EFFECT_COND_WAIT:
		print_cond_wait(p, m, e, n);
		break;
	case EFFECT_COND_SIGNAL:
		print_cond_signal(p, m, e, n);
		break;
	case EFFECT_SEM_INIT:
	case EFFECT_SEM_POST:
	case EFFECT_SEM_WAIT:
		if (e->arg != ARG_RESULT)
			print_sem(p, m, e, n);
		break;
	case EFFECT_BARRIER_INIT:
	case EFFECT_BARRIER_WAIT:
		print_barrier(p, m, e, n);
		break;
	case EFFECT_ONCE:
		print_once(p, m, e, n);
		break;
	case EFFECT_ONCE_ENTER:
	case EFFECT_ONCE_LEAVE:
		print_once_enter(p, m, e, n);
		break;
	case EFFECT_CREATE:
		print_create(p, m, e, n);
		break;
	case EFFECT_JOIN:
	case EFFECT_DETACH:
	case EFFECT_CANCEL:
		print_join(p, m, e, n);
		break;
	case EFFECT_CALL_NOW:
	case EFFECT_CALL_LATER:
		print_callback(p, m, e, n);
		break;
	case EFFECT_ATOMIC_LOAD:
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW:
		print_atomic(p, m, e, n);
		break;
	case EFFECT_NONE:
	case EFFECT_NONDET:
		if (m->effect_count == 1)
			print_none(p, m, n);
		break;
	default:
		if (e->flags & EFFECTF_ATOMIC)
			print_atomic(p, m, e, n);
		break;
	}
}

static void print_row(struct program *p, const struct model *m)
{
	struct lock_case l;
	uint32_t n = index_of(p, m) * 8;
	if (!is_callable(m))
		return;
	if (!p->later && plan_lock(p, m, &l))
		print_lock(p, &l, n);
	for (uint32_t i = 0; i < m->effect_count && i < 7; i++)
		if (p->later == (m->effects[i].kind == EFFECT_CALL_LATER))
			print_effect(p, m, &m->effects[i], n + 1 + i);
}

static void print_list(const struct program *p)
{
	for (uint32_t i = 0; i < p->models->list.n; i++) {
		const struct model *m = &p->models->list.at[i];
		if (strcmp(m->file, p->file) != 0)
			continue;
		printf("%s", m->name);
		for (uint32_t k = 0; k < m->effect_count; k++)
			printf(" %s", effect_kind_name(m->effects[k].kind));
		printf("\n");
	}
}

static void print_rows(struct program *p)
{
	for (uint32_t i = 0; i < p->models->list.n; i++)
		if (strcmp(p->models->list.at[i].file, p->file) == 0)
			print_row(p, &p->models->list.at[i]);
	if (p->count)
		print_main(p);
}

int main(int argc, char **argv)
{
	static struct program p;
	struct models models;
	if (argc < 2 || argc > 3)
		die("usage: model_sync models/NAME.model [--list]");
	models_init(&models);
	p.models = &models;
	p.file = argv[1];
	if (argc == 3) {
		print_list(&p);
	} else {
		print_rows(&p);
		p.later = true;
		print_rows(&p);
	}
	models_free(&models);
	return 0;
}
