/* SPDX-License-Identifier: MIT */
/* Types come from the debug information: the report has none. */
#define _GNU_SOURCE
#include "confirm/driver.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"

enum { MAX_PARAMETERS = 6, MAX_PAIRS = 64, OBJECT_SIZE = 1 << 16 };

enum parameter { PARAMETER_NUMBER, PARAMETER_TEXT, PARAMETER_OBJECT, PARAMETER_OTHER };

struct callee {
	const char *name;
	bool known; /* it can be called */
	uint32_t n;
	enum parameter parameters[MAX_PARAMETERS];
	uint32_t objects[MAX_PARAMETERS]; /* ids in driver->types */
};

struct driver {
	Dwarf *dwarf;
	struct intern types; /* names of what pointers point to */
	uint32_t last_type;
	VEC(struct callee) callees;
	struct {
		uint32_t a, b;
	} pairs[MAX_PAIRS];
	uint32_t pair_count;
};

/* ---- types ---- */

/* Without typedef, const and the like; false: void. */
static bool plain_type(Dwarf_Die *of, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;
	if (!dwarf_formref_die(dwarf_attr_integrate(of, DW_AT_type, &attribute), type))
		return false;
	return dwarf_peel_type(type, type) == 0;
}

static bool is_number(Dwarf_Die *type)
{
	Dwarf_Attribute attribute;
	Dwarf_Word encoding = 0;
	if (dwarf_tag(type) == DW_TAG_enumeration_type)
		return true;
	return dwarf_tag(type) == DW_TAG_base_type &&
	       dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attribute), &encoding) == 0 &&
	       encoding != DW_ATE_float && encoding != DW_ATE_complex_float &&
	       dwarf_bytesize(type) <= 8;
}

static uint32_t type_id(struct driver *d, const char *name)
{
	uint32_t id = intern_str(&d->types, name);
	d->last_type = id > d->last_type ? id : d->last_type;
	return id;
}

static enum parameter pointer_kind(struct driver *d, Dwarf_Die *pointer, uint32_t *object)
{
	Dwarf_Die to;
	if (!plain_type(pointer, &to)) {
		*object = type_id(d, "void");
		return PARAMETER_OBJECT;
	}
	if (dwarf_tag(&to) == DW_TAG_subroutine_type)
		return PARAMETER_OTHER;
	if (dwarf_tag(&to) == DW_TAG_base_type && dwarf_bytesize(&to) == 1)
		return PARAMETER_TEXT;
	const char *name = dwarf_diename(&to);
	*object = type_id(d, name ? name : "?");
	return PARAMETER_OBJECT;
}

static enum parameter kind_of(struct driver *d, Dwarf_Die *parameter, uint32_t *object)
{
	Dwarf_Die type;
	if (!plain_type(parameter, &type))
		return PARAMETER_OTHER;
	if (dwarf_tag(&type) == DW_TAG_pointer_type)
		return pointer_kind(d, &type, object);
	return is_number(&type) ? PARAMETER_NUMBER : PARAMETER_OTHER;
}

static void read_parameters(struct driver *d, Dwarf_Die *function, struct callee *c)
{
	Dwarf_Die child;
	if (dwarf_child(function, &child) != 0)
		return;
	do {
		int tag = dwarf_tag(&child);
		if (tag == DW_TAG_unspecified_parameters)
			c->known = false;
		if (tag != DW_TAG_formal_parameter)
			continue;
		c->known &= c->n < MAX_PARAMETERS;
		if (!c->known)
			return;
		c->parameters[c->n] = kind_of(d, &child, &c->objects[c->n]);
		c->known &= c->parameters[c->n++] != PARAMETER_OTHER;
	} while (dwarf_siblingof(&child, &child) == 0);
}

/* ---- functions ---- */

struct search {
	struct driver *driver;
	struct callee *callee;
};

static int look_at(Dwarf_Die *function, void *context)
{
	struct search *s = context;
	const char *name = dwarf_diename(function);
	if (!name || strcmp(name, s->callee->name) != 0 ||
	    !dwarf_hasattr(function, DW_AT_external) || !dwarf_hasattr(function, DW_AT_low_pc))
		return DWARF_CB_OK;
	s->callee->known = true;
	read_parameters(s->driver, function, s->callee);
	return DWARF_CB_ABORT;
}

static uint32_t callee_of(struct driver *d, const char *name)
{
	for (uint32_t i = 0; i < d->callees.n; i++) {
		if (strcmp(d->callees.at[i].name, name) == 0)
			return i;
	}
	struct callee c = {.name = name};
	struct search s = {d, &c};
	Dwarf_Off at = 0, next;
	size_t header;
	for (; dwarf_nextcu(d->dwarf, at, &next, &header, NULL, NULL, NULL) == 0; at = next) {
		Dwarf_Die unit;
		if (dwarf_offdie(d->dwarf, at + header, &unit) &&
		    dwarf_getfuncs(&unit, look_at, &s, 0) > 0)
			break;
	}
	vec_push(&d->callees, c);
	return d->callees.n - 1;
}

/* The function that is called from outside. */
static const char *entry_of(const struct report_access *a)
{
	return a->frame_count ? a->stack[0].function : a->function;
}

static void add_pair(struct driver *d, const struct report_race *r, const struct report_pair *p)
{
	uint32_t a = callee_of(d, entry_of(&r->accesses[p->a]));
	uint32_t b = callee_of(d, entry_of(&r->accesses[p->b]));
	if (!d->callees.at[a].known || !d->callees.at[b].known)
		return;
	for (uint32_t i = 0; i < d->pair_count; i++) {
		if (d->pairs[i].a == a && d->pairs[i].b == b)
			return;
	}
	if (d->pair_count < MAX_PAIRS) {
		d->pairs[d->pair_count].a = a;
		d->pairs[d->pair_count++].b = b;
	}
}

/* ---- the text ---- */

static void write_call(FILE *out, const struct callee *c)
{
	fprintf(out, "%s(", c->name);
	for (uint32_t i = 0; i < c->n; i++) {
		const char *comma = i ? ", " : "";
		if (c->parameters[i] == PARAMETER_NUMBER)
			fprintf(out, "%s__VERIFIER_nondet_long()", comma);
		else if (c->parameters[i] == PARAMETER_TEXT)
			fprintf(out, "%stext", comma);
		else
			fprintf(out, "%s(void *)object_%u", comma, c->objects[i]);
	}
	fprintf(out, ");\n");
}

static void write_thread(FILE *out, const struct driver *d, const char *name, bool second)
{
	fprintf(out, "static void *%s(void *arg)\n{\n\tfor (int i = 0; i < 3; i++)\n"
		     "\t\tswitch (chosen) {\n", name);
	for (uint32_t i = 0; i < d->pair_count; i++) {
		uint32_t callee = second ? d->pairs[i].b : d->pairs[i].a;
		fprintf(out, "\t\tcase %u:\n\t\t\t", i);
		write_call(out, &d->callees.at[callee]);
		fputs("\t\t\tbreak;\n", out);
	}
	fputs("\t\t}\n\treturn arg;\n}\n\n", out);
}

static void write_text(FILE *out, const struct driver *d)
{
	fputs("/* Made by chequer confirm: two threads call functions on one object. */\n"
	      "#include <pthread.h>\n\n"
	      "unsigned __chequer_choice(unsigned n);\nlong __VERIFIER_nondet_long();\n", out);
	for (uint32_t i = 0; i < d->callees.n; i++) {
		if (d->callees.at[i].known)
			fprintf(out, "long %s();\n", d->callees.at[i].name);
	}
	fputs("\nstatic unsigned chosen;\nstatic char text[256] = \"text\";\n", out);
	for (uint32_t i = 1; i <= d->last_type; i++)
		fprintf(out, "static _Alignas(64) char object_%u[%d]; /* %s */\n", i, OBJECT_SIZE,
			intern_at(&d->types, i));
	fputs("\n", out);
	write_thread(out, d, "first", false);
	write_thread(out, d, "second", true);
	fprintf(out, "int main(void)\n{\n\tpthread_t a, b;\n\tchosen = __chequer_choice(%u);\n"
		     "\tpthread_create(&a, 0, first, 0);\n\tpthread_create(&b, 0, second, 0);\n"
		     "\tpthread_join(a, 0);\n\tpthread_join(b, 0);\n\treturn 0;\n}\n",
		d->pair_count);
}

uint32_t driver_write(const char *path, const struct report *r, const char *program)
{
	struct driver d = {0};
	int fd = open(program, O_RDONLY | O_CLOEXEC);
	d.dwarf = fd >= 0 ? dwarf_begin(fd, DWARF_C_READ) : NULL;
	for (uint32_t i = 0; d.dwarf && i < r->race_count; i++) {
		for (uint32_t k = 0; k < r->races[i].pair_count; k++)
			add_pair(&d, &r->races[i], &r->races[i].pairs[k]);
	}
	if (d.pair_count) {
		FILE *out = fopen(path, "we");
		if (!out)
			die("cannot write %s: %s", path, strerror(errno));
		write_text(out, &d);
		if (fclose(out) != 0)
			die("cannot write %s: %s", path, strerror(errno));
	}
	if (d.dwarf)
		dwarf_end(d.dwarf);
	if (fd >= 0)
		close(fd);
	uint32_t pairs = d.pair_count;
	vec_free(&d.callees);
	intern_free(&d.types);
	return pairs;
}
