/* SPDX-License-Identifier: MIT */
/*
 * Prints one use: a chain of functions, callees first. One level takes the lock,
 * the last one makes the access and carries the verdict.
 */
#include "emit.h"

#include <stdarg.h>

const char *const lock_word[] = {"mutex", "rwlock", "spin"};
const char *const lock_c_type[] = {"pthread_mutex_t", "pthread_rwlock_t",
				   "pthread_spinlock_t"};
const char *const lock_enter[] = {"pthread_mutex_lock", "pthread_rwlock_wrlock",
				  "pthread_spin_lock"};
const char *const inner_path[] = {"", "in1.", "in1.in2."};

struct text text(const char *format, ...)
{
	struct text t;
	va_list list;

	va_start(list, format);
	vsnprintf(t.bytes, sizeof(t.bytes), format, list);
	va_end(list);
	return t;
}

const char *verdict(bool racy)
{
	return racy ? "// RACE" : "// NORACE";
}

const struct object *object_of(const struct plan *plan, const struct use *u)
{
	return &plan->objects[plan->cells[u->cell].object];
}

const char *lock_field(const struct object *o)
{
	return o->nest == 2 ? "in1.lock" : "lock";
}

static bool locks(const struct use *u)
{
	return u->guard != GUARD_NONE && u->guard != GUARD_ATOMIC;
}

static struct text cell_expression(const struct plan *plan, const struct use *u)
{
	const struct cell *c = &plan->cells[u->cell];
	const struct object *o = &plan->objects[c->object];
	const char *inner = inner_path[o->nest];

	if (o->shape == SHAPE_GLOBALS)
		return text("obj%d_f%d", c->object, c->field);
	if (o->shape == SHAPE_SLOTS)
		return text("obj%d[index%s].%sf%d", c->object, u->halved ? " / 2" : "",
			    inner, c->field);
	return text("p->%sf%d", inner, c->field);
}

struct text function_name(const struct plan *plan, const struct use *u, int level)
{
	int number = (int)(u - plan->uses) - plan->cells[u->cell].first;

	return text("c%d_u%d_%d", u->cell, number, level);
}

bool takes_lock(const struct use *u, int level)
{
	return u->by_pointer && level <= u->lock_level;
}

static struct text parameters(const struct plan *plan, const struct use *u, int level)
{
	const struct object *o = object_of(plan, u);
	struct text lock = text("%s", "");

	if (takes_lock(u, level))
		lock = text(", %s *m", lock_c_type[o->lock]);
	if (o->shape == SHAPE_GLOBALS)
		return text("int n%.40s", lock.bytes);
	if (o->shape == SHAPE_SLOTS)
		return text("int index, int n");
	return text("struct obj%d *p, int n%.40s", plan->cells[u->cell].object,
		    lock.bytes);
}

static struct text call(const struct plan *plan, const struct use *u, int level,
			const char *n)
{
	const struct object *o = object_of(plan, u);
	const char *first = o->shape == SHAPE_SLOTS ? "index, " : "p, ";

	return text("%.40s(%s%s%s)", function_name(plan, u, level).bytes,
		    o->shape == SHAPE_GLOBALS ? "" : first, n,
		    takes_lock(u, level) ? ", m" : "");
}

/* The address of the lock as the function that takes it knows it. */
static struct text lock_expression(const struct plan *plan, const struct use *u)
{
	const struct object *o = object_of(plan, u);
	int id = plan->cells[u->cell].object;

	if (u->by_pointer)
		return text("m");
	if (u->guard == GUARD_OTHER)
		return text("&other%d", id);
	if (o->embedded)
		return text("&p->%s", lock_field(o));
	return text("&lock%d", id);
}

static void emit_enter(const struct plan *plan, const struct use *u, FILE *out)
{
	const struct object *o = object_of(plan, u);
	struct text address = lock_expression(plan, u);
	const char *lock = address.bytes, *type = lock_word[o->lock];
	bool shared = u->guard == GUARD_SHARED;

	if (u->style == STYLE_TRY)
		fprintf(out, "\tif (pthread_mutex_trylock(%s) != 0)\n\t\treturn 0;\n",
			lock);
	else if (u->style == STYLE_OBJECT)
		fprintf(out, "\tobj%d_%s(p);\n", plan->cells[u->cell].object,
			shared ? "share" : "enter");
	else if (u->style == STYLE_WRAPPER)
		fprintf(out, "\t%s_%s(%s);\n", shared ? "share" : "enter", type, lock);
	else if (u->style == STYLE_MACRO)
		fprintf(out, "\t%s_%s(%s);\n", shared ? "SHARE" : "ENTER", type, lock);
	else
		fprintf(out, "\t%s(%s);\n",
			shared ? "pthread_rwlock_rdlock" : lock_enter[o->lock], lock);
}

static void emit_leave(const struct plan *plan, const struct use *u, const char *indent,
		       FILE *out)
{
	const struct object *o = object_of(plan, u);
	struct text lock = lock_expression(plan, u);
	const char *type = lock_word[o->lock];

	if (u->style == STYLE_OBJECT)
		fprintf(out, "%sobj%d_leave(p);\n", indent, plan->cells[u->cell].object);
	else if (u->style == STYLE_WRAPPER)
		fprintf(out, "%sleave_%s(%s);\n", indent, type, lock.bytes);
	else if (u->style == STYLE_MACRO)
		fprintf(out, "%sLEAVE_%s(%s);\n", indent, type, lock.bytes);
	else
		fprintf(out, "%spthread_%s_unlock(%s);\n", indent, type, lock.bytes);
}

static void emit_atomic(const struct use *u, const char *cell, FILE *out)
{
	static const char *const forms[] = {
		[KIND_READ] = "r = __atomic_load_n(&%s, __ATOMIC_RELAXED);",
		[KIND_WRITE] = "__atomic_store_n(&%s, n, __ATOMIC_RELAXED);",
		[KIND_UPDATE] = "r = __atomic_fetch_add(&%s, n, __ATOMIC_RELAXED);",
	};
	const char *form = forms[u->kind], *hole;

	for (hole = form; *hole != '%'; hole++)
		;
	fprintf(out, "\t%.*s%s%s %s\n", (int)(hole - form), form, cell, hole + 2,
		verdict(u->racy));
}

static void emit_access(struct plan *plan, const struct use *u, FILE *out)
{
	struct text cell = cell_expression(plan, u);
	bool second = plan_random(plan, 2);

	if (u->guard == GUARD_ATOMIC)
		emit_atomic(u, cell.bytes, out);
	else if (u->helper && u->kind == KIND_READ)
		fprintf(out, "\tr = read_from(&%s);\n", cell.bytes);
	else if (u->helper)
		fprintf(out, "\tadd_to(&%s, n);\n", cell.bytes);
	else if (u->kind == KIND_READ)
		fprintf(out, "\tr = %s%s; %s\n", cell.bytes, second ? " > n" : "",
			verdict(u->racy));
	else if (u->kind == KIND_WRITE)
		fprintf(out, "\t%s = n; %s\n", cell.bytes, verdict(u->racy));
	else
		fprintf(out, "\t%s%s; %s\n", cell.bytes, second ? "++" : " += n",
			verdict(u->racy));
}

/* The access itself or the call that leads to it. */
static void emit_work(struct plan *plan, const struct use *u, int level, FILE *out)
{
	if (level == u->depth)
		emit_access(plan, u, out);
	else
		fprintf(out, "\tr = %s;\n", call(plan, u, level + 1, "n").bytes);
}

static void emit_section(struct plan *plan, const struct use *u, int level, FILE *out)
{
	bool jumps = u->section == SECTION_GOTO && u->guard != GUARD_BRANCH;

	fputs("\n", out);
	emit_enter(plan, u, out);
	if (u->guard == GUARD_BRANCH) {
		fputs("\tif (n % 2) {\n", out);
		emit_leave(plan, u, "\t\t", out);
		fprintf(out, "\t\treturn %s;\n\t}\n",
			call(plan, u, level + 1, "n").bytes);
	} else if (jumps) {
		fputs("\tif (n > 100)\n\t\tgoto out;\n", out);
	} else if (u->section == SECTION_EARLY) {
		fputs("\tif (n > 100) {\n", out);
		emit_leave(plan, u, "\t\t", out);
		fputs("\t\treturn 0;\n\t}\n", out);
	}
	emit_work(plan, u, level, out);
	if (jumps)
		fputs("out:\n", out);
	emit_leave(plan, u, "\t", out);
}

/* A function on the way: it computes with its own memory, or calls itself first. */
static void emit_passage(struct plan *plan, const struct use *u, int level, FILE *out)
{
	bool unlocked = !locks(u) || level < u->lock_level;

	switch (plan_random(plan, 4)) {
	case 0:
		fputs("\n", out);
		if (level < u->depth && unlocked)
			fprintf(out, "\tif (n > 2)\n\t\tr += %s;\n",
				call(plan, u, level, "n - 2").bytes);
		break;
	case 1:
		fputs("\tint local[4] = { n, 1, 2, 3 };\n\tint i;\n\n"
		      "\tfor (i = 1; i < 4; i++)\n\t\tlocal[i] += local[i - 1];\n"
		      "\tif (local[3] < 0)\n\t\treturn r;\n",
		      out);
		break;
	default:
		fputs("\n", out);
		break;
	}
	emit_work(plan, u, level, out);
}

void emit_use(struct plan *plan, const struct use *u, FILE *out)
{
	struct text name = function_name(plan, u, 0), types = parameters(plan, u, 0);
	int level;

	for (level = u->depth; level >= 0; level--) {
		fprintf(out, "\nstatic int %s(%s)\n{\n\tint r = n;\n",
			function_name(plan, u, level).bytes,
			parameters(plan, u, level).bytes);
		if (locks(u) && level == u->lock_level)
			emit_section(plan, u, level, out);
		else
			emit_passage(plan, u, level, out);
		fputs("\treturn r;\n}\n", out);
	}
	if (u->call == CALL_TABLE)
		fprintf(out, "\nstatic int (*const %s_table[1])(%s) = { %s };\n",
			name.bytes, types.bytes, name.bytes);
	if (u->call == CALL_POINTER)
		fprintf(out, "\nstatic int (*%s_run)(%s);\n", name.bytes, types.bytes);
}
