/* SPDX-License-Identifier: MIT */
/*
 * A source file as an annotation sees it: words, braces, and where functions, structs and
 * variables are declared. The preprocessor is not asked: of alternatives all are seen, and
 * what a macro makes is not.
 */
#ifndef CHEQUER_ANNOTATE_OUTLINE_H
#define CHEQUER_ANNOTATE_OUTLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum token_kind { TOKEN_WORD, TOKEN_QUOTED, TOKEN_DIRECTIVE, TOKEN_OTHER };

struct token {
	uint8_t kind;
	uint16_t depth;	  /* braces around it; a brace is outside of what it encloses */
	uint16_t choices; /* #if around a directive */
	uint32_t at, n, line;
};

/* A function that is declared or defined outside of others. */
struct outline_function {
	uint32_t name, open, close; /* tokens: its name and the parentheses */
	uint32_t body, end;	    /* its braces; 0: a prototype */
};

struct outline {
	const char *text; /* kept by the caller */
	VEC(struct token) tokens; /* the last one is empty, at the end of the text */
	VEC(struct outline_function) functions;
};

/* A declaration that an annotation goes with. */
struct outline_place {
	uint32_t start;	 /* where the declaration begins: a line can be put in front */
	uint32_t insert; /* behind the declarator */
	uint32_t end;	 /* behind its semicolon */
	bool annotated;	 /* there is one already */
};

void outline_read(struct outline *o, const char *text);
void outline_free(struct outline *o);

bool token_is(const struct outline *o, uint32_t token, const char *word);
/* The variable of that name; line 0: the first that says 'extern'. */
bool outline_variable(const struct outline *o, const char *name, uint32_t line,
		      struct outline_place *out);
/* The struct or union that is declared in that line; insert is at its closing brace. */
bool outline_record(const struct outline *o, uint32_t line, struct outline_place *out);
/* A member of it. */
bool outline_member(const struct outline *o, uint32_t line, const char *name,
		    struct outline_place *out);
/* Where a line with #include may be put, in front of 'before'. */
uint32_t outline_include(const struct outline *o, uint32_t before);
/* Does an #include of it, or one that ends so, stand anywhere? */
bool outline_includes(const struct outline *o, const char *header);
/* The function whose body has that line; NULL: none. */
const struct outline_function *outline_around(const struct outline *o, uint32_t line);
/* The token that names a parameter, by its position from 0; of one without a name, what follows
 * it: a comma or the parenthesis. 0: there is none. */
uint32_t outline_parameter(const struct outline *o, const struct outline_function *f,
			   uint32_t position);

#endif
