/* SPDX-License-Identifier: MIT */
/*
 * Notes: what later stages want to know about the code of a function besides what it does
 * to locks and memory. Part of its summary, made once that is final (analysis/notes/notes.h):
 * those who read them do not look at instructions.
 *
 * Values and operands are named by instruction, as in paths (VALUE f, inst). Lists are
 * sorted by what they are asked by.
 */
#ifndef CHEQUER_SUMMARY_NOTES_H
#define CHEQUER_SUMMARY_NOTES_H

#include "ir/ir.h"
#include "pointer/pointer.h"

#define LIST(T) struct { T *at; uint32_t n; }

/* A value that a name, an access or a lock is about. */
struct pointee {
	uint32_t inst;
	type_id type;	/* it is declared to point so many bytes into one; 0: not known */
	int32_t offset;
	bool moved;	/* it is computed from the pointer that is declared so */
	bool nearby;	/* loaded from what a parameter or local variable points to or is */
	bool shared;	/* it may be found from a global variable */
	uint8_t params;	/* or from one of the first parameters: bits */
	uint32_t through_first, through_count; /* range of through */
};

/*
 * A pointer that lies in something: so far from what the value 'base' points to; and that
 * was loaded from 'cell', if it was. Of the first argument of a call by which a lock is
 * taken or made, and of the pointer through which the memory at an address was found.
 */
struct lock_note {
	uint32_t inst; /* the call */
	ir_val argument, base, cell;
	int64_t distance;
};
struct found_note {
	uint32_t address; /* of an access: the instruction that computes it */
	ir_val base, cell;
	int64_t distance;
};

/*
 * A number that may have been taken: what was read from a counter, which the function
 * counts on there, plus 'add'; what a function has returned, plus 'add'; what the thread has in a
 * variable of its own, plus 'add'; or a constant.
 * One note for each thing that the value of an instruction may be, or what the function
 * returns; none when one of them is something else.
 */
enum number_kind { NUMBER_COUNTER, NUMBER_RESULT, NUMBER_CONSTANT, NUMBER_OWN };
enum { NUMBER_DEPTH = 6 };
#define NUMBER_RETURNED UINT32_MAX
struct number_note {
	uint32_t of;	/* instruction, NUMBER_RETURNED */
	uint8_t kind;	/* enum number_kind */
	uint8_t depth;	/* steps between the two; below NUMBER_DEPTH */
	uint32_t from;	/* COUNTER: its address, an operand; RESULT: the function; OWN: the
			 * variable */
	int64_t add;
};

/*
 * A number that was taken out of a queue, i = queue[--n], by the step of a counter that a
 * load begins: nearest first. The value of an instruction, or an argument of a call.
 */
struct taken_note {
	uint32_t inst, argument; /* argument 0: the value; else 1 + which */
	uint32_t load, store;	 /* of the step */
	ir_val counter;		 /* its address */
};

/* A pointer that is read from an element of an array. */
struct indexed_note {
	uint32_t inst, index; /* instructions: the load, the index */
};

/* A pointer of which a loop has fewer than rounds: o[i % 2], o[i / 2], or one that some rounds
 * keep. */
struct dealt_note {
	uint32_t inst;
	uint32_t most; /* so many different ones; 0: each of them more than once */
};

/*
 * Control flow: all blocks of the function, in the order of its instructions. An edge is
 * taken only if the number 'term' compares so with 'number' (enum ir_compare); term 0: always,
 * or for reasons that are not known. A block that returns has no edges, and the term of
 * the result.
 */
struct flow_block {
	uint32_t first, end;
	uint32_t next_first, next_count; /* range of flow_edges */
	uint32_t term;
	bool returns;
};
struct flow_edge {
	uint32_t to, term;
	uint8_t compare;
	int64_t number;
};

/* Where a number comes from, as far as branches and results depend on it. [0]: not known. */
enum term_kind {
	TERM_UNKNOWN,
	TERM_NUMBER,  /* number */
	TERM_LOAD,    /* what 'inst' has read, number bytes at 'address', before a change */
	TERM_CALL,    /* the result of the call 'inst' */
	TERM_CHOICE,  /* one of flow_choices, by where control comes from */
	TERM_COMPARE, /* 1 or 0: does the term 'of' compare so with number? 'inst' is 1: with one
		       * that is not known */
	TERM_ADD,     /* 'of' plus number */
	TERM_AND,     /* 'of' and number, bit by bit */
	TERM_PARAM,   /* parameter 'inst' of the function */
	TERM_MINUS,   /* zero minus 'of' */
	TERM_KNOWN,   /* 'of', which compares so with number */
	TERM_UNSIGNED, /* 'of', which has number bytes, without its sign */
	TERM_LOW,     /* the last number bytes of 'of' */
	TERM_SHIFT,   /* 'of', which has 'inst' bytes, number bits to the right */
};
struct flow_term {
	uint8_t kind, compare;
	uint32_t inst, of;
	ir_val address;
	uint32_t choice_first, choice_count;
	int64_t number;
};
struct flow_choice {
	uint32_t block, term; /* block UINT32_MAX: any */
};

/* What an instruction does that others may wait for, or waits for itself. */
enum deed_kind {
	DEED_STORE, /* number, or any if that is not known, to 'size' bytes at 'address' */
	DEED_POST,  /* a semaphore */
	DEED_WAIT,  /* for a semaphore: it has come if the result is one of 'signs' */
	DEED_RELEASE, /* of the lock at 'address' (0: not known), maybe only for a while */
	DEED_ACQUIRE, /* of one for oneself alone, if the result is one of 'signs' */
	DEED_CREATE, /* a thread, if the result is one of 'signs': its id goes to 'address' */
	DEED_JOIN,   /* the thread whose id is at 'address', if the result is one of 'signs' */
	DEED_SELF,   /* the thread's own id is at 'address', if the result is one of 'signs' */
};
struct deed {
	uint32_t inst;
	ir_val address;
	uint32_t size; /* 0: not known */
	uint8_t kind, signs;
	bool known : 1;
	bool own : 1; /* the thread's own id is stored */
	bool not_zero : 1; /* what is stored is not known, but that it is not zero is */
	bool chosen : 1; /* only stored where 'expected' is found by the same instruction */
	int8_t step : 2; /* of a store that is not known: it counts up, or down, by 'number' */
	int8_t expected;
	int64_t number;
	/* Of a store that is not known: bits that stay as they were, and that are not known; of the
	 * others 'number' has those that are set. */
	uint64_t kept, loose;
	uint32_t of; /* likewise: 1 + the call after which it is 'number' if that returned zero */
};

struct notes {
	LIST(struct pointee) pointees;	/* by inst */
	LIST(obj_id) through; /* objects of values on the way to a pointer that have only one */
	LIST(struct lock_note) locks;	/* by inst */
	LIST(struct found_note) found;	/* by address; only where there are locks */
	LIST(struct number_note) numbers; /* by 'of' */
	LIST(struct taken_note) taken;	/* by inst and argument */
	LIST(struct indexed_note) indexed; /* by inst; only where the order of threads that
					    * are started in a loop is known */
	LIST(struct dealt_note) dealt; /* by inst */
	LIST(struct flow_block) flow;
	LIST(struct flow_edge) flow_edges;
	LIST(struct flow_term) flow_terms;
	LIST(struct flow_choice) flow_choices;
	LIST(struct deed) deeds; /* by inst */
};

void notes_free(struct notes *n);

/* The block of the instruction; the number of blocks: none. */
uint32_t notes_block(const struct notes *n, uint32_t inst);

/* May control come back to the instruction, inside its function, and without passing the
 * block of another one (or UINT32_MAX)? */
bool notes_in_cycle(const struct notes *n, uint32_t inst, uint32_t without);
/* May control come from the one instruction to the other, in this function? */
bool notes_leads_to(const struct notes *n, uint32_t from, uint32_t to);

/* What is known about it; NULL: nothing. */
const struct pointee *notes_pointee(const struct notes *n, uint32_t inst);
const struct lock_note *notes_lock(const struct notes *n, uint32_t inst);
const struct found_note *notes_found(const struct notes *n, uint32_t address);
const struct indexed_note *notes_indexed(const struct notes *n, uint32_t inst);
const struct dealt_note *notes_dealt(const struct notes *n, uint32_t inst);
/* What the instruction stores. */
const struct deed *notes_stored(const struct notes *n, uint32_t inst);
/* The first of 'count', which may be none. */
const struct number_note *notes_numbers(const struct notes *n, uint32_t of, uint32_t *count);
const struct taken_note *notes_taken(const struct notes *n, uint32_t inst, uint32_t argument,
				     uint32_t *count);

#endif
