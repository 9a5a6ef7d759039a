/* SPDX-License-Identifier: MIT */
/*
 * Races: from threads, contexts and summaries to a report.
 *
 * Accesses are bucketed by the object they may touch, paired where their bytes
 * overlap, and each pair goes through the row of vetoes (vetoes.def). What no
 * veto removes is ranked, grouped by memory location, and put into the report.
 *
 * Of the program, only declarations are read here: symbols, types, layout of members,
 * names, source lines. What is asked about code is in the summaries: what an access does
 * besides (enum access_trait), and the notes of each function (summary/notes.h).
 */
#ifndef CHEQUER_RACE_RACE_H
#define CHEQUER_RACE_RACE_H

#include "escape/escape.h"
#include "report/report.h"
#include "thread/thread.h"

/* 'guard MEMORY by LOCK' in .chequer, or GUARDED_BY in the source. */
struct race_contract {
	const char *memory, *lock, *where; /* where: '.chequer:3' */
	bool annotated; /* in the source, where the preprocessor may leave it out */
};

struct race_input {
	const struct program *program;
	const struct pointers *pointers;
	const struct escape *escape;
	const struct escape *likely; /* if unknown functions keep nothing */
	const struct summaries *summaries;
	struct threads *threads;
	uint32_t disabled; /* vetoes turned off: bits from veto_bit */
	bool only_count_low; /* nobody will look at races of low confidence */
	bool list_uses;	     /* also accesses that do not take part in the race */
	bool discipline;     /* also the rules that memory and locks follow */
	const struct race_contract *contracts; /* what is to be so; needs the discipline */
	uint32_t contract_count;
	unsigned workers; /* processes; 0: one */
};

/* Fills races, threads, funnel, open_program and guarded, and appends to gaps
 * the limits that were reached. Everything is allocated in out->memory. */
void find_races(const struct race_input *in, struct report *out);

/* For each pair of accesses on these two lines: the first veto that removed it
 * and through which fact, or that it is reported. A file matches when it ends
 * with the given name. Returns the number of pairs. */
struct race_place {
	const char *file;
	uint32_t line;
};
uint32_t race_why(const struct race_input *in, struct race_place a, struct race_place b,
		  FILE *out);

/* A position in the report's terms; all zero when there is none. */
struct report_place place_of_loc(const struct program *p, loc_id loc);
/* Of an instruction, or of its function when it has none. */
struct report_place place_of(const struct program *p, func_id f, uint32_t inst);

/* The bit of a veto by its name in vetoes.def; 0 when there is none. */
uint32_t veto_bit(const char *name);

#endif
