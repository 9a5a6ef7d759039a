/* SPDX-License-Identifier: MIT */
/*
 * Models: what a library call does, as data. One text format (docs/models.md)
 * serves the built-in files under models/ (compiled in) and the user's own
 * (--models FILE, 'models' in .chequer). A bad row is an error with its line.
 *
 * A model is a list of effects in the order in which they happen. Arguments
 * are numbered from 0; ARG_RESULT is the call's result. An effect with a
 * condition ('when') happens only if the result is of that class.
 * Places ('third': where an id, a result, fresh memory goes) are written plainly,
 * a pointer wide unless the effect has a size.
 * Later files replace the models of earlier ones, by function name.
 */
#ifndef CHEQUER_MODEL_MODEL_H
#define CHEQUER_MODEL_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"

enum { ARG_RESULT = -1, ARG_NONE = -2 };

/* The name of a row that is about assembly: this, and the text in small letters, with '_'
 * for each space. */
#define MODEL_ASSEMBLY "asm."

enum effect_kind {
	/* locks: 'arg' is the address of the lock, or 'name' a global lock that
	 * has no object (flockfile's, __VERIFIER_atomic_begin's) */
	EFFECT_ACQUIRE,	 /* mode, recursive flag, when */
	EFFECT_RELEASE,	 /* mode MODE_ANY: whichever way it is held */
	EFFECT_LOCK_INIT, /* arg (DEREF: the pointer stored at arg); 'other':
			     attribute argument, or ARG_NONE;
			     RECURSIVE flag: the lock is recursive; with third >= 0
			     only if argument third has a bit of 'value' set */
	EFFECT_LOCK_DESTROY,
	EFFECT_ATTR_RECURSIVE, /* sets the attribute object 'arg' to the type in
				  argument 'other'; 'value' is the recursive one */
	/* threads */
	EFFECT_CREATE,	 /* arg: entry function (or HANDLER_IN_STRUCT, as
			    below); other: its argument; third: the
			    address that receives the id (or ARG_RESULT); 'extra':
			    the entry's parameter index that gets the argument;
			    passes: everything the entry gets; MANY, DETACHED;
			    name: after a 'grace' of that lock, for the argument;
			    serial: it never overlaps another one with this number and
			    the same argument; 0: it may */
	EFFECT_JOIN,	 /* arg: the id, by value; BY_ADDRESS flag: its address;
			    third: address that receives the entry's result (or
			    ARG_RESULT, or ARG_NONE) */
	EFFECT_DETACH,	 /* arg and BY_ADDRESS as join */
	EFFECT_THREAD_EXIT, /* arg: the thread's result, or ARG_NONE */
	EFFECT_CANCEL,
	EFFECT_OWN_ID,	 /* the result is the id of the calling thread */
	EFFECT_SAME_ID,	 /* arg, other: ids; 'when': they are those of one thread */
	EFFECT_IS_RUNNER, /* 'when': the calling thread is the one that runs the loop */
	EFFECT_ONCE,	 /* arg: once control address; other: function called once,
			    with passes; third: where its result goes, or ARG_NONE */
	EFFECT_BARRIER_INIT, /* other: count */
	EFFECT_BARRIER_WAIT,
	EFFECT_COND_WAIT,    /* arg: condition; other: mutex (released, reacquired) */
	EFFECT_COND_SIGNAL,
	EFFECT_SEM_INIT,     /* other: initial value argument, or ARG_NONE and 'value'
				(-1: not known) */
	EFFECT_SEM_POST,
	EFFECT_SEM_WAIT,     /* when */
	EFFECT_FORK_PROCESS, /* the child is a process with its own memory */
	/* signals and callbacks */
	EFFECT_SIGNAL_HANDLER, /* arg: handler function; HANDLER_IN_STRUCT: arg points
				  to a struct whose handler is at byte 'value'; passes */
	EFFECT_NO_SIGNALS, EFFECT_ALL_SIGNALS, /* the set of signals at arg is empty, or full */
	EFFECT_ADDS_SIGNAL, EFFECT_REMOVES_SIGNAL, /* other: the number */
	EFFECT_MASKS,	   /* the thread's mask, by the set at arg; other: how (0: these are
			      blocked too, 1: these are not, 2: it is that set); third: the
			      address that receives the old one, or ARG_NONE */
	EFFECT_LETS_IN,	   /* during the call the mask is the set at arg, if it is not null */
	EFFECT_OPENS_SIGNALS, /* any signal may be let in from then on */
	EFFECT_CALL_NOW,   /* calls argument 'arg' before it returns, with arguments
			      'passes'[] (argument numbers, ARG_NONE: unknown); third:
			      where the callee's result goes, or ARG_NONE */
	EFFECT_CALL_LATER, /* same, at some later time on some thread; IN_LOOP: on one that
			    runs the loop */
	EFFECT_RUNS_LOOP,  /* what was given to the library is called */
	/* memory */
	EFFECT_ALLOC,	   /* result (or *third when third >= 0) is fresh; ZEROED */
	EFFECT_REALLOC,	   /* result is arg resized, or fresh with its contents */
	EFFECT_FREE,	   /* arg; DEREF: the pointer stored at arg */
	EFFECT_READ,	   /* reads 'size' bytes at arg; DEREF: at what the pointers
			      stored at arg point to; REACHABLE: at all that arg
			      reaches */
	EFFECT_WRITE,	   /* same; what it writes holds no pointers */
	EFFECT_READ_FORMAT, /* printf-like: arg is the format; what %s arguments from
			       argument 'other' on point to is read; VA_LIST: 'other' is
			       a va_list that holds those arguments */
	EFFECT_WRITE_FORMAT, /* scanf-like: same; pointer arguments are written */
	EFFECT_COPY,	   /* copies 'size' bytes from other to arg (contents: pointers too) */
	EFFECT_RETURNS,	   /* result is arg (or points into what arg points into:
			      INTERIOR; or is what arg points to: DEREF). Several:
			      any of them */
	EFFECT_STORES,	   /* *arg = other, at byte 'value' (INTERIOR: or a pointer into it);
			      DEREF: *arg = *other; KEEP;
			      ATOMIC: the library orders these itself (queues) */
	EFFECT_RETURNS_STATIC, /* result points to memory of the library's own;
				  THREAD_LOCAL: the caller's own copy of it;
				  CONST: never written */
	EFFECT_RETURNS_NAMED, /* result, or what goes to third, is the function or variable
			      of the program whose name is the string at arg (dlsym) */
	EFFECT_KEEPS,	   /* the library keeps the pointer at byte 'value' of what arg
			      points to (each element of an array), under 'name';
			      with a size: those in as many bytes from arg on */
	EFFECT_GIVES,	   /* puts any of those there */
	/* thread-specific data: arg is the key by value */
	EFFECT_TSD_KEY_CREATE, /* arg: its address with BY_ADDRESS, else
				  by value; other: destructor, or ARG_NONE */
	EFFECT_TSD_SET,	   /* other: the value */
	EFFECT_TSD_GET,	   /* third: ARG_RESULT, or address that receives it */
	/* atomics as library calls: 'size' bytes at arg; other: the new value (with
	 * BY_ADDRESS its address); third: where the old value goes (plainly),
	 * ARG_RESULT or ARG_NONE */
	EFFECT_ATOMIC_LOAD, EFFECT_ATOMIC_STORE, EFFECT_ATOMIC_RMW,
	/* control */
	EFFECT_NORETURN,
	EFFECT_ASSUME,	   /* does not return when arg is zero */
	EFFECT_NONDET,	   /* result is any value */
	EFFECT_UNFOLLOWED, /* starts threads, of the kind 'name', that are not followed: the
			      function counts as not known */
	EFFECT_INSTRUMENTED, /* the compiler has added it: the flag 'name' asked for it */
	EFFECT_NONE,	   /* no effect on memory, locks or threads */
	/* a once body in line: what stands between the two runs once, before any
	 * once_enter of the same arg that does not satisfy 'when' returns */
	EFFECT_ONCE_ENTER,
	EFFECT_ONCE_LEAVE,
	EFFECT_STOPS,	   /* waits until what was created with that 'serial' for arg does
			      not run, and keeps it so until it is created again */
	EFFECT_GRACE,	   /* waits until those have left who held the lock 'arg' (or 'name') as
			      readers: what was taken out of shared memory before belongs to
			      nobody else. other: only the object there, if not ARG_NONE */
	EFFECT_ASSERTS,	   /* says that the lock at arg is held */
	EFFECT_REGISTERS,  /* code outside will pass arg where it passes a 'struct name' */
	EFFECT_PASSES,	   /* the result is the struct 'name' that code outside passes */
	EFFECT_STATE_READ,  /* memory that the library keeps between calls, known as name */
	EFFECT_STATE_WRITE, /* the same; if it has a size_arg, where null is passed for that */
	EFFECT_VARIABLE_WRITE, /* the variable 'name', if the program has it */
	EFFECT_KEEPS_FUNCTION, /* arg is kept under 'name'... */
	EFFECT_CALLS_KEPT,     /* ... and what was kept is called */
	EFFECT_GIVES_STREAM,   /* arg, if it is not null, is what a stream works with later; name:
				* "functions", "buffer" or "growing" (outside/streams.c) */
	EFFECT_USES_STREAM,    /* arg, or the variable 'name': a stream that does its work */
	EFFECT_MAKES,	   /* the result is a struct with arg bytes of private memory, to
			      which its member 'name', tag.member, will point */
	EFFECT_PRIVATE,	   /* the result is the private memory of the struct at arg */
	EFFECT_COUNT
};

enum lock_mode { MODE_EXCLUSIVE, MODE_SHARED, MODE_ANY };

/* Class of the result under which an effect happens. */
enum result_class {
	RESULT_ANY, RESULT_ZERO, RESULT_NONZERO, RESULT_NEGATIVE, RESULT_NONNEGATIVE,
};

enum effect_flag {
	EFFECTF_RECURSIVE = 1,
	EFFECTF_TIMED = 2,
	EFFECTF_TRY = 4,
	EFFECTF_ZEROED = 8,
	EFFECTF_BY_ADDRESS = 16,
	EFFECTF_INTERIOR = 32,
	EFFECTF_DEREF = 64,
	EFFECTF_HANDLER_IN_STRUCT = 128,
	EFFECTF_DETACHED = 256,	  /* create: the thread cannot be joined */
	EFFECTF_SPIN = 512,
	EFFECTF_ATOMIC = 1024,	  /* the memory accesses of this effect are atomic */
	EFFECTF_UNIQUE_KEY = 2048,
	EFFECTF_THREAD_LOCAL = 4096,
	EFFECTF_CONST = 8192,
	EFFECTF_VA_LIST = 16384,
	EFFECTF_MANY = 32768,	  /* create: any number of such threads */
	EFFECTF_REACHABLE = 65536,
	EFFECTF_KEEP = 131072,	  /* stores: where the value is null, the old one stays */
	EFFECTF_PROGRAM = 262144, /* noreturn: the program ends */
	EFFECTF_IN_LOOP = 524288, /* later: by the thread that runs the loop */
	EFFECTF_ACROSS = 1048576, /* alloc: other processes may have the same memory */
	EFFECTF_ALSO = 2097152,	  /* stores: beside what was there */
	EFFECTF_PROCESS = 4194304, /* create: not a thread but a process, unless argument size_arg
				    * has a bit of 'otherwise', or is not known */
	EFFECTF_ITSELF = 8388608, /* keeps, gives: the pointer is the argument, the result */
	EFFECTF_GIVEN = 16777216,  /* create: not if what it gets is null */
	EFFECTF_MEMBER = 33554432, /* create: argument size_arg2 is the id of many threads, of
				    * which this is one; it is not stored */
	EFFECTF_IF = 67108864,	   /* join: only where argument size_arg is known not to be
				    * zero */
};

/* Upper bounds, except SIZE_BYTES of a fixed-size object. */
enum size_kind {
	SIZE_BYTES,	/* 'value' bytes */
	SIZE_ARGUMENT,	/* argument size_arg */
	SIZE_PRODUCT,	/* argument size_arg times argument size_arg2 */
	SIZE_SCALED,	/* argument size_arg times 'value' bytes */
	SIZE_STRING,	/* up to and including the NUL */
	SIZE_UNKNOWN,	/* some of the object */
};

enum { MAX_PASSES = 8 };

/* keeps, gives: bytes that may be pointers. In larger ones, or if the number is not known, these
 * are not followed. */
enum { MAX_MESSAGE = 256 };

struct effect {
	uint8_t kind, mode, when, size_kind;
	uint32_t flags;
	int8_t arg, other, third, extra;
	int8_t size_arg, size_arg2;
	int8_t forever;	   /* the argument that is all ones when 'when' always holds */
	int8_t passes[MAX_PASSES];
	uint8_t pass_count;
	uint8_t serial;
	const char *member; /* 'at tag.member': value is its offset, if the program has it */
	uint8_t pass_loads; /* bits: what is passed is stored where the argument points, at: */
	int32_t pass_at[MAX_PASSES];
	const char *pass_member[MAX_PASSES]; /* 'tag.member', or NULL */
	int64_t value;	   /* initial value, recursive type, offset, SIZE_BYTES */
	int64_t otherwise; /* the one result that means failure; 0: it is not said;
			      signal_handler: where the set is that it blocks, or 0;
			      create: bits that make it a thread, or 0 */
	uint64_t faults;   /* signal_handler: bits, the signals that a fault of the program
			      raises; the handler gets the number first */
	const char *name;  /* global lock name, or NULL; signal_handler: an argument that is not
			    * known (ARG_NONE) points to memory in which, at pass_at, is
			    * what was kept under that name */
	const char *holding; /* create, stores: a global lock that the function begins with */
};

enum model_flag {
	MODELF_WINS = 1,   /* replaces a body that the program has */
	MODELF_LOCKED = 2, /* the whole body runs under the global lock 'lock_name' */
	MODELF_PREFIX = 4, /* the name is a prefix (__VERIFIER_atomic_*) */
	MODELF_VARARG = 8, /* takes more arguments than param_count */
	MODELF_INTERRUPT = 16, /* no model: functions of that name are interrupt handlers */
	MODELF_ENABLES = 32, /* turns interrupts on */
	MODELF_THREAD = 64, /* no model: variables of that name hold what threads run */
	/* no models either: functions of a module, or those in the member of a struct */
	MODELF_BEGIN = 128, MODELF_END = 256, /* the module's first and last function */
	MODELF_PROBE = 512, MODELF_REMOVE = 1024, /* a device comes, and goes */
	MODELF_ENTRY = 2048, /* called by any thread in between */
	MODELF_OUTLIVES = 4096, /* still called when the device goes */
	MODELF_OPENS = 32768, MODELF_CLOSES = 65536, /* it is turned on, and off */
	MODELF_OUTSIDE = 16384, /* variables that belong to the system, not the program */
	MODELF_ALONE = 8192, /* while no thread calls an entry */
	MODELF_CANCELLED = 131072, /* no model: a thread may be cancelled in such a function */
	MODELF_CLEANUP_BEGINS = 262144, MODELF_CLEANUP_ENDS = 524288, /* no models: from the one
					on a handler runs then, until the other */
	MODELF_KERNEL = 1048576, /* no model: who uses functions of that name is a kernel's code */
	MODELF_PRIMITIVE = 2097152, /* replaces the body that a kernel has */
	MODELF_OFF = 4194304, /* of another system: does not count */
	MODELF_FIRST = 8388608, MODELF_LAST = 16777216, /* no models: of the functions in one
					variable, that is called first, and that last */
};

struct model {
	const char *name;
	const char *file; /* where the row is */
	uint32_t line;
	uint32_t flags;
	uint32_t effect_count;
	struct effect *effects;
	const char *lock_name;
	int32_t param_count; /* -1: the row does not say */
};

struct name_pattern {
	const char *text;
	bool prefix, suffix; /* 'text*', '*text' */
	uint32_t flags;
	const char *lock_name; /* held when it is called, or NULL */
	const char *file;
};

struct models {
	struct arena memory;
	VEC(struct model) list;
	struct map by_name; /* intern id -> index in list + 1 */
	struct intern names;
	VEC(uint32_t) prefixes;
	VEC(struct name_pattern) patterns;
};

/* The built-in models. */
void models_init(struct models *m);
void models_free(struct models *m);
/* Adds the rows of a file; dies with file and line on a bad one. */
void models_add_file(struct models *m, const char *path);
/* Parses text; on error returns false and fills message (file:line: ...). */
bool models_add_text(struct models *m, const char *file, const char *text, size_t size,
		     char *message, size_t message_size);
/* The program is code of a kernel: rows about its locks, threads and allocators replace the
 * bodies, and those of other systems do not count. */
void models_enter_kernel(struct models *m);
/* What kind of threads that are not followed it starts, or NULL. */
const char *models_unfollowed(const struct models *m, const char *function);
/* The model of a function, or NULL. */
const struct model *models_find(const struct models *m, const char *function);
/* The name of the row that a statement of assembly has. */
void model_assembly_name(struct str *out, const char *text, size_t n);
/* The model of a statement of assembly, without spaces around it, on a machine of that name
 * ("avr"), or NULL. */
const struct model *models_find_assembly(const struct models *m, const char *machine,
					 const char *text, size_t n);
/* The row about functions and variables of the program that have this name, or about a
 * member 'tag.member'; of several the one with the longest name. Or NULL. */
const struct name_pattern *models_about(const struct models *m, const char *name);
/* keeps, gives: is it about the pointers in a message, not about one at a known place? */
bool effect_is_message(const struct effect *e);
/* The first effect of that kind, or NULL. */
const struct effect *model_effect(const struct model *m, enum effect_kind kind);
/* How far from an argument lies what the effect may write: in bit 0 the memory it
 * points to, in bit 1 what the pointers stored there point to, in bit 2 what those in
 * turn point to. */
enum effect_reach { REACH_AT = 1, REACH_BEHIND = 2, REACH_FAR = 4 };
unsigned effect_writes(const struct effect *e, int arg);
/* The signals that some row says are raised by faults, as bits. */
uint64_t models_faults(const struct models *m);
const char *effect_kind_name(enum effect_kind kind);

#endif
