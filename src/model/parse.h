/* SPDX-License-Identifier: MIT */
/* Between the files of the model reader: a row that is being read. */
#ifndef CHEQUER_MODEL_PARSE_H
#define CHEQUER_MODEL_PARSE_H

#include "model/lex.h"
#include "model/model.h"

enum { MAX_PARAMS = 32 };

struct word {
	const char *text; /* in the file's text */
	size_t size;
	bool prefix; /* a function name that ends with '*' */
	bool suffix; /* one that begins with it */
	bool assembly; /* a statement in quotes */
};

struct reader {
	struct lexer lexer;
	struct models *models;
	const char *file; /* this reading's own copy: tells its rows from others' */
	/* the row: */
	VEC(struct word) names;
	struct word params[MAX_PARAMS];
	int param_count; /* -1: no list given */
	bool vararg;
	uint32_t flags; /* MODELF_ */
	const char *lock_name;
	VEC(struct effect) effects;
};

/* Reads one effect of the row, up to the ';' or the end of the row. */
bool read_effect(struct reader *r, struct effect *out);

#endif
