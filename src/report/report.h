/* SPDX-License-Identifier: MIT */
/*
 * The report: what the analysis found, free of program internals, ready for a
 * writer. The race stage fills it; text, JSON, SARIF and HTML print it.
 * All strings and arrays live in the report's arena. Everything is in its final
 * order: writers do not sort.
 */
#ifndef CHEQUER_REPORT_REPORT_H
#define CHEQUER_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/str.h"

struct report_place {
	const char *file; /* NULL when unknown */
	uint32_t line, column;
};

enum report_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_FREE };
enum confidence { CONFIDENCE_LOW, CONFIDENCE_MEDIUM, CONFIDENCE_HIGH, CONFIDENCE_CONFIRMED };

struct report_lock {
	const char *name; /* in source names: 'd->priv->lock' */
	bool shared;
	struct report_place taken; /* where it was acquired */
};

struct report_frame {
	const char *function;
	struct report_place place; /* the call (or thread creation) in 'function' */
	bool indirect;		   /* it is through a pointer */
	const char *dropped; /* a lock that callers hold and that is released before the
			      * call; or NULL */
};

struct report_access {
	struct report_place place;
	const char *function;
	const char *expression; /* the memory as this side names it: 'p->count' */
	enum report_kind kind;
	bool atomic;
	bool last_thing; /* the program is about to end there, or has crashed */
	bool lacks_usual; /* the race has a usual lock, which is not held here */
	const char *dropped; /* as in a frame: released before the access */
	uint32_t thread; /* index in report->threads */
	uint32_t lock_count, frame_count;
	const struct report_lock *locks;
	const struct report_frame *stack; /* outermost first: from the thread's entry
					   * to the call that contains the access */
};

struct report_pair {
	uint32_t a, b; /* indices in race->accesses; equal when two threads of the
			* same code race with each other */
	enum confidence confidence; /* of this pair */
	uint32_t ground; /* 1 + index in race->grounds; 0: it is less sure than the race */
};

/* Is it the same memory, are both threads there, is there no order, no common lock? */
enum { REPORT_AXES = 4 };
extern const char *const report_axes[REPORT_AXES];

/* What there is to say of a pair that is as sure as its race. */
struct report_ground {
	uint32_t reason_count;
	const char *const *reasons;
	const char *doubts[REPORT_AXES];
	const char *unordered;
	uint64_t behind; /* the number of the flag behind which it is set up, or 0 */
	bool of_callers; /* they do what makes it one: two of them at a time, or one meanwhile */
};

/* An access to the memory of a race, whether or not it takes part in it. */
struct report_use {
	struct report_access access; /* without its stack */
	uint32_t thread_count;	     /* that do it with these locks: access.thread is the first */
	const uint32_t *threads;
	/* what keeps it apart from the accesses that the race is explained with, as in
	 * report->vetoes, and through which fact (or ""); both NULL: nothing does */
	const char *veto, *fact;
};

/* Of a race, at the most. */
enum { REPORT_MAX_ACCESSES = 400, REPORT_MAX_FOLDED = 2000, REPORT_MAX_USES = 400 };

/* One of the two threads of a race that was seen when the program ran. */
struct report_seen {
	struct report_place place;
	const char *function; /* NULL: not known */
	enum report_kind kind;
	bool atomic;
	uint32_t size;	   /* bytes */
	uint32_t thread;   /* its number in that run: 0 is the main thread */
	const char *entry; /* the function it runs, or NULL */
	uint32_t frame_count, created_count, lock_count;
	const struct report_frame *stack;   /* innermost first */
	const struct report_frame *created; /* where the thread was created, likewise */
	const struct report_lock *locks;
};

/* Both threads were stopped before their accesses at the same moment. */
struct report_evidence {
	struct report_seen sides[2];
	uint64_t address;
	uint32_t size;		    /* bytes that both touch */
	const char *before, *after; /* those bytes, hexadecimal; after may be NULL */
	uint32_t run;
	uint64_t seed;
	const char *schedule; /* file for chequer replay, or NULL */
};

struct report_race {
	const char *id;	  /* stable fingerprint, without line numbers: 16 hex digits */
	const char *name; /* the memory in source names: 'stats.rx_p' */
	const char *kind; /* "global", "static", "heap", "local", "parameter", "state"
			   * (of a library), "unknown" */
	struct report_place declared; /* declaration or allocation */
	enum confidence confidence;
	uint32_t reason_count, access_count, pair_count;
	const char *const *reasons; /* of pairs[0], as are doubts and unordered */
	/* NULL: certain; "likely" or "doubtful", of the axes of docs/levels.md */
	const char *doubts[REPORT_AXES];
	const struct report_access *accesses;
	const struct report_pair *pairs; /* pairs[0] is the one to explain */
	uint32_t ground_count;
	const struct report_ground *grounds;
	const char *contract; /* a rule of the project that it breaks: one sentence; or NULL */
	const char *changed; /* --since: what about it has changed; or NULL */
	struct report_place changed_at;
	const char *unordered; /* why nothing orders the two sides of pairs[0]: one sentence */
	/* the lock that the guarded accesses of this memory use, or NULL */
	const char *usual_lock;
	uint32_t usual_count, usual_total; /* 'guarded by m in 3 of 4 accesses' */
	/* every access to the memory, by place; only where the writer wants them */
	uint32_t use_count;
	bool uses_cut; /* there are more */
	const struct report_use *uses;
	/* not 0: the same number as other races of this object that are there only because of
	 * one access, which touches all of it */
	uint64_t whole;
	uint64_t at; /* the number of the memory, in one run */
	uint32_t member_count;
	const char *const *members; /* names of the races that were folded into this one */
	uint32_t folded_count;
	const char *const *folded; /* ids of all of them; names may be told once for several */
	uint32_t shared_call; /* 1 + index in report->shared_calls: what its members have in
			       * common; or 0 */
	bool sets_up; /* its members are what is set up behind this flag */
	uint32_t cause;	 /* index in report->causes */
	bool aside;	 /* of tests, or of code that came from elsewhere: shown last */
	bool in_baseline; /* of --baseline, whatever else it is */
	bool suppressed; /* ignored in the source or in the baseline */
	const char *suppressed_why;
	uint32_t evidence_count; /* chequer confirm: pairs that were seen */
	const struct report_evidence *evidence;
	bool tried; /* it was run, and this is how often the sides of pairs[0] were reached */
	uint32_t reached[2];
};

/* What came of running the program. */
struct report_crash {
	const char *what; /* SIGSEGV */
	uint32_t run, frame_count;
	uint64_t seed;
	const struct report_frame *stack; /* innermost first */
};

struct report_runs {
	uint32_t runs, timed_out, confirmed; /* races */
	uint32_t missed; /* of them: not found by the analysis */
	uint32_t crash_count;
	const struct report_crash *crashes;
};

enum thread_kind { THREAD_MAIN, THREAD_CREATED, THREAD_SIGNAL, THREAD_ENTRY, THREAD_CALLBACK };

struct report_thread {
	enum thread_kind kind;
	const char *entry;    /* function name */
	const char *argument; /* in the creator's terms, or NULL */
	bool many;	      /* may exist more than once at a time */
	int32_t creator;      /* index of the creating thread, -1: none */
	struct report_place created; /* the creating call */
	struct report_place joined;  /* one that joins it; only where the writer wants it */
	uint32_t frame_count;
	const struct report_frame *stack; /* from the creator's entry to the creation */
};

/* A call that many races need: that of one thread, on the way to one of the two accesses. Without
 * callee: that callers use the library from several threads. */
struct report_shared_call {
	const char *caller, *callee, *thread;
	struct report_place place;
	uint32_t count; /* races */
};

/* What is wrong, and how many races there are because of it. */
enum cause_kind {
	CAUSE_MISSING_LOCK, /* others hold the usual lock */
	CAUSE_OTHER_LOCK,   /* both hold locks, none in common */
	CAUSE_NO_LOCK,
	CAUSE_FREED,
	CAUSE_SIGNAL,
	CAUSE_HALF_ATOMIC,
	CAUSE_UNSAFE_FUNCTION, /* it keeps something between calls */
	CAUSE_HALF_MARKED, /* the same in a kernel */
	CAUSE_SHARED_LOCK /* a write under a lock that is held for reading */
};
struct report_cause {
	enum cause_kind kind;
	const char *text; /* 'read_stats' does not hold 'stats.lock' */
	uint32_t count;	  /* races that are not suppressed */
	struct report_place place; /* of the first */
};

struct report_stage {
	const char *name; /* funnel stage: "reachable", "aliasing", ... */
	uint64_t pairs;	  /* that survive it */
};

/* A question that each pair was asked, in this order; the first yes removes it. */
struct report_veto {
	const char *name, *stage, *text; /* 'both hold the same lock' */
};

struct report_gap {
	const char *what; /* unit, function, limit */
	const char *why;
};

/* Something that was not understood, and where. */
struct report_item {
	const char *name; /* of the function or variable, or what else there is to say */
	struct report_place place;
	uint32_t count; /* places, this being the first */
};
enum unknown_kind {
#define UNKNOWN(id, name, one, many) UNKNOWN_##id,
#include "report/unknown.def"
#undef UNKNOWN
	UNKNOWN_COUNT
};
struct report_unknown {
	enum unknown_kind kind;
	uint32_t count; /* of items; where only a number is known, there are fewer items */
	uint32_t item_count;
	const struct report_item *items;
};

/*
 * RACES: some are shown. NONE_FOUND: nothing is shown, but there is a race of low confidence, or
 * something was not understood ('unknown') or left out (not 'complete'), or who calls is
 * not known ('open_program'). PROVED: nothing was left
 * unknown, so that there is no race as far as 'assumptions' hold.
 */
enum verdict { VERDICT_RACES, VERDICT_NONE_FOUND, VERDICT_PROVED };

struct report {
	struct arena memory;
	bool complete; /* everything was analysed and no limit stopped the run */
	bool open_program; /* no main: functions that code outside may call are entries */
	bool kernel; /* code of a kernel: atomics are marked accesses */
	uint32_t entry_count;	 /* of an open program: those functions */
	uint32_t internal_count; /* visible, but other units of the program call them */
	uint32_t race_count, thread_count, stage_count, gap_count, unknown_count;
	const struct report_race *races; /* most confident first, all of them */
	const struct report_thread *threads;
	const struct report_shared_call *shared_calls;
	uint32_t shared_call_count;
	const struct report_cause *causes;
	uint32_t cause_count;
	const struct report_stage *funnel;
	const struct report_veto *vetoes;
	uint32_t veto_count;
	const struct report_gap *gaps;	 /* not analysed */
	const struct report_unknown *unknown; /* what was not understood, by kind */
	const char *const *assumptions;	 /* what the answer rests on: docs/soundness.md */
	uint32_t assumption_count;
	uint32_t cut_objects; /* not all pairs of their accesses were judged */
	uint32_t unresolved;  /* thread creations whose function is not known */
	uint32_t guarded; /* shared locations proved guarded */
	uint32_t ignored; /* races silenced by comments or baseline */
	bool has_baseline; /* races were compared with one */
	uint32_t gone_count;
	const char *const *gone; /* lines of it whose race is no more: 'id  name  file' */
	const char *since; /* --since: only races that a change since then may have brought about */
	uint32_t elsewhere; /* races that were left out for that */
	const struct report_runs *runs; /* chequer confirm; else NULL */
	const struct report_discipline *discipline; /* report/discipline.h; NULL: not asked for */
};

struct report_options {
	bool all;     /* also low confidence */
	bool colour;  /* ANSI colours */
	bool quiet;   /* no closing summary */
	bool verbose;
	uint32_t columns; /* of the terminal: longer lines are broken; 0: no terminal */
	bool deadlocks;	  /* also circles in the order of locks */
	const char *only; /* the race with this id, or all whose ids begin so; or NULL */
	const char *here, *root; /* absolute: of the run, of the repository around it */
};

/* Does the pair speak for the race: is it the one that is explained, or as sure? */
bool report_speaks(const struct report_race *x, uint32_t pair);
/* The race is explained with this pair from now on. */
void report_lead_with(struct arena *memory, struct report_race *x, uint32_t pair);

/* Races with the same 'whole' become one, and many that one function has. After this some
 * are gone: when all is known about each of them. */
void report_fold(struct report *r);
/* Those with the same key, not 0, become one: the first. A key for each race. */
void report_fold_by(struct report *r, const uint64_t *keys);

/* What is set up behind a flag becomes one with the race on that flag. Before report_fold. */
void report_fold_behind(struct report *r);

/* Many races with one cause (a call that they all need, a library that guards nothing) become
 * one, of medium confidence at most. */
void report_share_calls(struct report *r);
/* Of those that are left: what one call sets. */
void report_fold_calls(struct report *r);

/* In each pair that is explained, the access that lacks the usual lock comes first. */
void report_turn_pairs(struct report *r);

/* What is wrong with each race. After this, causes are there. */
void report_find_causes(struct report *r);

/* What can be acted on most quickly first. Races that need code of files which these globs
 * fit (NULL-terminated; none: tests, and what happens inside vendored code alone) come last
 * and are marked. */
void report_order(struct report *r, const char *const *aside);

/* By file, line, column: less than 0, 0, or more. */
int report_place_order(struct report_place a, struct report_place b);
/* Is the pair one of these, either way round? */
bool report_has_pair(const struct report_pair *pairs, uint32_t n, uint32_t a, uint32_t b);

uint32_t report_count_threads(const struct report *r, enum thread_kind kind);
enum verdict report_verdict(const struct report *r, const struct report_options *o);
const char *verdict_name(enum verdict v);
const char *unknown_name(enum unknown_kind k);
/* 'function without a body', or 'functions ...' of several. */
const char *unknown_text(enum unknown_kind k, uint32_t count);
/* '3 functions without a body or a model (f, g, h)', fit to be printed. */
void unknown_summary(const struct report_unknown *u, struct str *out);

/* Is the race shown with these options? The exit status follows this. */
bool report_shows(const struct report_options *o, const struct report_race *r);

/* For assert: every index is in range, every race has a pair, every name is there. */
bool report_is_sane(const struct report *r);

/* The words that every writer uses: 'read', 'medium', 'signal'... */
/* Before the names of its members. */
const char *report_members_are(const struct report_race *r);
const char *report_kind_name(enum report_kind k);
/* In front of it: 'atomic ', 'marked ' in a kernel, or ''. */
const char *report_atomic_word(const struct report *r, bool atomic);
const char *confidence_name(enum confidence c);
const char *thread_kind_name(enum thread_kind k);
const char *cause_kind_name(enum cause_kind k);

/* What a race is to those who count weaknesses. */
enum report_rule { RULE_DATA_RACE, RULE_FREED, RULE_SIGNAL, RULE_UNMARKED, RULE_UNSAFE_FUNCTION,
		   RULE_LOCK_ORDER, RULE_COUNT };
enum report_rule report_rule(const struct report *r, const struct report_race *x);

/* Integers as numbers, other bytes as they are: '5', '00ff00'. */
struct str;
void report_value(struct str *s, const char *bytes);

void report_text(const struct report *r, const struct report_options *o, FILE *out);
void report_json(const struct report *r, const struct report_options *o, FILE *out);
/* docs/sarif.md */
void report_sarif(const struct report *r, const struct report_options *o, FILE *out);
/* Pages in a directory, which is made if it is not there; docs/html.md. */
void report_html(const struct report *r, const struct report_options *o, const char *directory);

#endif
