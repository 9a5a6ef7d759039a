/* SPDX-License-Identifier: MIT */
/* Private to annotate/: what is to be written, and where. */
#ifndef CHEQUER_ANNOTATE_INTERNAL_H
#define CHEQUER_ANNOTATE_INTERNAL_H

#include "annotate/annotate.h"
#include "annotate/edits.h"
#include "annotate/outline.h"
#include "base/map.h"

struct source {
	const char *file;     /* as the report names it, below the working directory */
	const char *absolute;
	bool analysed; /* else it is of another program, about which nothing is known */
	struct str text, edited;
	uint32_t changed; /* the round in which 'edited' was last another one */
	struct outline old, now;
};

/* What clang said about a unit, the last time that it was asked. */
struct asked {
	struct str said;
	bool *uses; /* [source]; NULL: not known yet */
	uint32_t use_count; /* of the sources that were known then; it reads no others */
	uint32_t round; /* 0: not asked yet */
	bool own;	/* of the analysed program */
	bool has_key;	/* its answers are in the cache, by this and what is edited */
	struct digester key;
};

/* Memory that is to be annotated, and those places in the source that declare it. */
struct target {
	const struct report_memory *memory;
	uint32_t source; /* index */
	const char *lost; /* why it cannot be; or NULL */
	bool done; /* it is annotated already */
	VEC(uint32_t) without; /* functions that use it without the lock, to clang */
};

struct lock_class {
	const struct report_known_lock *lock;
	const char *name; /* 'queue_lock' */
	const char *lost; /* why it cannot be named; or NULL */
	uint32_t source;
	struct outline_place place; /* of the struct, or of the variable */
};

/* 'REQUIRES(queue_lock)' */
struct attribute {
	const char *kind;
	uint32_t lock;	    /* 1 + index in locks; 0: */
	uint32_t parameter; /* it is what this one leads to, */
	const char *rest;   /* by '->lock', or what it points to: "" */
};

/* What is written beside a function. */
struct function_note {
	uint32_t source; /* with its body */
	const char *name;
	VEC(struct attribute) attributes;
	uint32_t settled; /* of them clang has seen this many */
	bool off;	 /* clang is not asked */
	const char *why; /* of 'off': what clang had said */
};

struct annotator {
	const struct annotate_input *in;
	struct arena memory;
	const char *here, *header; /* the header: relative to here */
	VEC(struct source) sources;
	VEC(struct target) targets;
	VEC(struct lock_class) locks; /* as in the report */
	VEC(struct function_note) functions;
	struct edits edits;
	struct edits types; /* typedefs of locks */
	struct asked *units; /* of the project */
	bool others;	     /* those of other programs are asked, too */
	uint32_t round;
};

/* ---- places.c ---- */
/* Reads the sources, and finds where memory and locks are declared. */
void find_places(struct annotator *x);
/* Only what is below the working directory can be in the patch: nothing else is read. */
void read_source(struct annotator *x, const char *base, const char *file, bool analysed);
/* The source of that absolute name, or UINT32_MAX. */
uint32_t find_source(const struct annotator *x, const char *absolute);
struct lock_class *lock_of(struct annotator *x, const struct target *t);
void annotator_free(struct annotator *x);

/* ---- write.c ---- */
/* Makes the edits for all that stands, and the edited texts. */
void write_annotations(struct annotator *x);
/* How code in that source, from that offset on, names the lock. */
const char *lock_expression(struct annotator *x, const struct lock_class *l, uint32_t source,
			    uint32_t at);
struct function_note *note_of(struct annotator *x, uint32_t source, const char *name);
struct attribute *find_attribute(struct function_note *f, const struct attribute *a);
/* False: clang has seen it, and that did not help. */
bool add_attribute(struct function_note *f, const struct attribute *a);

/* ---- ask_clang.c ---- */
struct complaint {
	uint32_t source;	/* UINT32_MAX: none of the project */
	uint32_t line;
	bool syntax;		/* of the annotation itself */
	const char *text;
};
struct complaints {
	VEC(struct complaint) list;
};
/* What is known of what units read, before clang is asked. */
void know_units(struct annotator *x);
/* What clang says about the edited sources, each thing once, in the order of units: of the
 * analysed program, or of all with x->others. Only units that read what has changed are asked
 * again. */
void ask_clang(struct annotator *x, struct complaints *out);

/* ---- answer.c ---- */
/* From what tells clang most to what tells it to be quiet: a step is only taken when the
 * one before has nothing left to do. */
enum answer_step { ANSWER_LOCKS, ANSWER_CALLERS, ANSWER_OFF, ANSWER_STEPS };
/* Changes what is to be written so that clang will not say that again; false: that step has no
 * answer. */
bool answer(struct annotator *x, const struct complaint *c, enum answer_step step);

#endif
