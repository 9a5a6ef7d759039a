/* SPDX-License-Identifier: MIT */
/*
 * Units of several programs. The compile database of a project often has all its
 * programs in it, and the tests: each unit that defines main makes one, with the units
 * that define what it needs, as a linker takes them out of archives. Where several units
 * define it, one is taken that defines nothing that the program has already, that is near
 * to the main in the tree of files, that has most of what is missing, and little else.
 * Units that no program needs (plug-ins) go with each, and what they need in turn; but not parts
 * of tests with what is no test, nor those that are loaded before libraries (ir/before.h). Of a
 * file that is compiled several times, with other macros, no more than what a program needs is
 * taken, or the first.
 *
 * Several programs may have one main: it calls a function that each of them defines. A name
 * that only the unit of that main needs, and several files define, makes one program for each;
 * of these the one that comes to more places that create threads, or fits as above.
 *
 * A program whose main reaches code that starts threads is worth more than a larger one that
 * does not, or is only linked with such code; a test or an example (ir/trial.h) is worth less
 * than what is none. Where none but tests has any, the programs may be the
 * tools and the tests of a library: if there is code beside them that starts threads or
 * takes locks, that is what is taken, without any main. Likewise where there are several, all of
 * them tests and examples, of code that starts threads itself.
 *
 * What is then still defined twice (a library's function that the program has its own
 * version of, the entry points of plug-ins) belongs to the first that the program needs;
 * for the others it is as if it were static.
 */
#ifndef CHEQUER_IR_CHOOSE_H
#define CHEQUER_IR_CHOOSE_H

#include "ir/before.h"
#include "ir/reached.h"

/* What a unit asks of the libraries. */
enum unit_trait { UNIT_CREATES = 1, /* threads */ UNIT_LOCKS = 2 };

struct program_wish {
	const char *file; /* of the main, or the end of its path; or NULL */
	bool library;	  /* no main at all */
	struct creators creators;
	struct lookups lookups;
};

/* One of the programs: the units that define its main, and what that leaves to it (or the same). */
struct program_head {
	uint32_t main, named;
};

struct program_size {
	uint32_t files;
	struct reached reached;
};

struct program_choice {
	struct program_head *mains; /* by the units that define main, in their order */
	uint32_t main_count;
	struct program_size *sizes; /* by main */
	bool library;	 /* the mains are left out, all else is taken */
	uint32_t chosen; /* of the mains, if there is one and this is no library */
	bool *needed;	 /* [n]: the units of its program */
	bool *taken;	 /* [n]: these, and those that no program needs */
	const char **before; /* [n]: a function that stands before a library's, or NULL: the unit
				is left out */
	uint32_t taken_count;
	uint32_t variants; /* that are left out for another unit of their file */
	uint32_t trials;   /* that are left out as parts of tests: no program needs them */
};

/* Chooses the program that is wished for, or the best. 'traits': of each unit. Returns
 * false when there is no main, or none in such a file; then everything is taken. */
bool choose_program(const struct program *units, const uint8_t *traits, uint32_t n,
		    const struct program_wish *wish, struct program_choice *out);
void choice_free(struct program_choice *c);
/* The source file of a unit. */
const char *unit_file(const struct program *unit);

/* By the names of their files, in whatever order they came: what the analysis finds depends on the
 * order in which it meets things. Units of one file stay as they are. */
void sort_units(struct program *units, uint32_t n);

/* Two units that define the same, the first such name and how many more there are. */
struct clash {
	uint32_t first, second; /* the units; the definition of the first counts */
	const char *name;
	uint32_t more;
};
struct clashes {
	VEC(struct clash) list;
};

/* Leaves one strong definition of each name to the units that are taken. */
void settle_clashes(struct program *units, uint32_t n, const struct program_choice *c,
		    struct clashes *out);

#endif
