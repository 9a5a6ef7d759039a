/* SPDX-License-Identifier: MIT */
/*
 * The intermediate representation: a whole program in flat arrays.
 *
 * Everything is a 32-bit id into an array of struct program; id 0 means
 * 'none'. There are no pointers between instructions, so a program can be
 * copied, compared and written out as it is. Memory addresses are a base
 * value plus byte offsets; types exist only to show names to people.
 * docs/ir.md specifies the text form; ir/print.c and ir/parse.c are inverses.
 *
 * Operands (ir_val) are tagged 32-bit words:
 *	none        no operand
 *	inst i      the result of instruction i of the same function (an index
 *	            relative to function->inst_first)
 *	param i     the value of formal i
 *	const c     program->consts[c]: an integer, or symbol + byte offset
 *	unknown     a value we know nothing about (undef, poison, opaque)
 */
#ifndef CHEQUER_IR_IR_H
#define CHEQUER_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"

typedef uint32_t str_id;   /* program->strings */
typedef uint32_t file_id;  /* program->files */
typedef uint32_t loc_id;   /* program->locs: a source position */
typedef uint32_t type_id;  /* program->types, for display only */
typedef uint32_t sym_id;   /* program->symbols: variables and functions */
typedef uint32_t func_id;  /* program->funcs: functions that have a body */
typedef uint32_t const_id; /* program->consts */
typedef uint32_t var_id;   /* program->vars: a source-level variable */

typedef uint32_t ir_val;
enum ir_val_tag { VAL_NONE, VAL_INST, VAL_PARAM, VAL_CONST, VAL_UNKNOWN };
#define IR_VAL_BITS 29
#define IR_VAL_MASK ((1u << IR_VAL_BITS) - 1)
static inline ir_val ir_val_make(enum ir_val_tag tag, uint32_t index)
{
	return (uint32_t)tag << IR_VAL_BITS | index;
}
static inline enum ir_val_tag ir_val_tag(ir_val v)
{
	return (enum ir_val_tag)(v >> IR_VAL_BITS);
}
static inline uint32_t ir_val_index(ir_val v)
{
	return v & IR_VAL_MASK;
}

/* sym == 0: the integer 'value'; otherwise the address of sym plus 'value'
 * bytes. Interned: equal constants have equal ids. */
struct ir_const {
	sym_id sym;
	int64_t value;
};

struct ir_loc {
	file_id file;
	uint32_t line, column;
	loc_id inlined_at; /* the call this position was inlined into, or 0 */
	str_id function;   /* source function, when inlined_at is set */
};

/* ---- types: what debug info says, for names in messages ---- */

enum ir_type_kind {
	TYPE_VOID, TYPE_SCALAR, TYPE_POINTER, TYPE_STRUCT, TYPE_UNION, TYPE_ARRAY,
	TYPE_FUNCTION,
	TYPE_ALIAS, /* typedef; also const, volatile, restrict, _Atomic */
};
enum ir_type_flag {
	TYPE_CONST = 1, TYPE_VOLATILE = 2, TYPE_ATOMIC = 4,
	TYPE_OUTSIDE = 8, /* a struct of code that we do not see (outside/) */
};

struct ir_type {
	uint8_t kind;
	uint8_t flags;	   /* on TYPE_ALIAS: the qualifier it adds */
	str_id name;	   /* struct tag, typedef name, scalar name; may be 0 */
	uint64_t size;	   /* bytes; 0 when unknown */
	type_id target;	   /* pointee, element, aliased type */
	uint32_t members;  /* first of member_count entries in program->members */
	uint32_t member_count;
	loc_id loc;
};

struct ir_member {
	str_id name;	  /* 0: anonymous struct or union member */
	type_id type;
	uint32_t offset;  /* bytes; of a bit-field: of its storage unit */
	uint16_t bit_offset, bit_size; /* bit_size 0: not a bit-field */
};

/* ---- symbols ---- */

enum ir_symbol_kind { SYM_VARIABLE, SYM_FUNCTION };
enum ir_linkage {
	LINK_EXTERNAL,  /* one strong definition, or only declared */
	LINK_INTERNAL,  /* static: private to its unit */
	LINK_WEAK,	/* weak, weak_odr: a strong one replaces it */
	LINK_ONCE,	/* linkonce, available_externally, inline: any body will do */
	LINK_COMMON,	/* tentative definition: the largest wins */
};
enum ir_symbol_flag {
	SYMF_DEFINED = 1,      /* has a body or an initial value in the program */
	SYMF_THREAD_LOCAL = 2,
	SYMF_CONST = 4,	       /* read-only memory */
	SYMF_STRING = 8,       /* a string literal or other unnamed constant */
	SYMF_STATIC_LOCAL = 16,/* static variable declared inside a function */
	SYMF_NORETURN = 32,
	SYMF_IFUNC = 64,       /* 'target' is the resolver */
	SYMF_VARARG = 128,
	SYMF_ADDRESS_TAKEN = 256, /* function used other than as a direct callee */
	SYMF_INTERRUPT = 512, /* function that the hardware calls, as the source says */
	SYMF_HIDDEN = 1024, /* not visible outside of what is linked together */
	SYMF_COPY = 32768, /* a copy of the function that has this name (special.h) */
	SYMF_OUTSIDE = 2048, /* memory of code that we do not see (outside/) */
	SYMF_STATE = 8192, /* what library functions keep between calls (outside/state.c) */
	SYMF_STATE_KEPT = 16384, /* such state that most libraries guard themselves */
	SYMF_CALLERS = 4096, /* stands for the objects of that type that callers make */
};

struct ir_symbol {
	uint8_t kind, linkage;
	uint16_t flags;
	str_id name;	    /* link name; unique in a linked program except
			     * internal symbols, which print as name%unit */
	str_id source_name; /* as the source writes it (static locals) */
	uint32_t unit;	    /* program->units: where it is defined, else declared */
	type_id type;
	loc_id loc;
	uint64_t size;	    /* of a variable, in bytes */
	sym_id target;	    /* alias: what it stands for (offset 0); ifunc: resolver */
	func_id func;	    /* body of a function, 0 when it has none */
	uint32_t init;	    /* first entry in program->inits */
	uint32_t init_count;
	str_id scope;	    /* static local: the function it belongs to */
	str_id text;	    /* a string literal that may be a format or a name: its characters */
	str_id section;	    /* where the source puts it, or 0 */
};

/* Part of an initial value that is not plain data: at byte 'offset' of the
 * variable is the address in 'value' (a const with a symbol), or a non-zero
 * integer no wider than a pointer (mutex initialisers, counts, flags).
 * Integers that are zero are left out: variables start as zero bytes. */
struct ir_init {
	uint64_t offset;
	uint32_t size;
	const_id value;
};

/* ---- code ---- */

enum ir_op {
#define OP(id, name, shape, doc) OP_##id,
#include "ir/ops.def"
	OP_COUNT
};

enum ir_order { /* memory order of an atomic access, weakest first */
	ORDER_PLAIN, ORDER_RELAXED, ORDER_CONSUME, ORDER_ACQUIRE, ORDER_RELEASE,
	ORDER_ACQ_REL, ORDER_SEQ_CST,
};

enum ir_inst_flag {
	INSTF_VOLATILE = 1,
	INSTF_BYVAL = 2,    /* local: a copy made for a by-value argument */
	INSTF_NORETURN = 4, /* call */
	INSTF_MEMORY = 8,   /* asm: may read and write any memory it can reach */
	INSTF_TWICE = 16,   /* call: may return twice (setjmp) */
	INSTF_BITFIELD = 32,/* load/store of a bit-field's storage unit */
};

/* Sub-operation of OP_ARITH, OP_COMPARE, OP_CAST, OP_RMW. */
enum ir_arith { ARITH_ADD, ARITH_SUB, ARITH_MUL, ARITH_DIV, ARITH_REM, ARITH_AND, ARITH_OR,
		ARITH_XOR, ARITH_SHL, ARITH_SHR, ARITH_COUNT };
enum ir_compare { CMP_EQ, CMP_NE, CMP_LT, CMP_LE, CMP_GT, CMP_GE, /* signed */
		  CMP_ULT, CMP_ULE, CMP_UGT, CMP_UGE, CMP_COUNT };
enum ir_cast { CAST_ZEXT, CAST_SEXT, CAST_TRUNC, CAST_BITS /* ptr<->int, same bits */,
	       CAST_OTHER /* float conversions */, CAST_COUNT };
enum ir_rmw { RMW_XCHG, RMW_ADD, RMW_SUB, RMW_AND, RMW_OR, RMW_XOR, RMW_MIN, RMW_MAX,
	      RMW_OTHER, RMW_COUNT };

/*
 * What the fields mean for each opcode is the table in ir/ops.def.
 * Operand lists (phi, call, switch, asm, other) are
 * program->operands[args .. args + arg_count).
 */
struct ir_inst {
	uint8_t op, sub, order, flags;
	uint32_t size;	    /* bytes of the result, or of the memory accessed */
	ir_val a, b, c;
	uint32_t args;
	uint32_t arg_count;
	loc_id loc;
	int64_t imm;
};

struct ir_block {
	uint32_t inst_first, inst_count; /* relative to function->inst_first;
					  * the last one is the terminator */
};

struct ir_param {
	str_id name;
	type_id type;
	uint32_t size;
	bool byval; /* a pointer to a copy that only this call can see */
};

/* OPEN: 'f()', which may be called with whatever arguments. */
enum ir_func_flag { FUNCF_VARARG = 1, FUNCF_NORETURN = 2, FUNCF_OPEN = 4 };

struct ir_func {
	sym_id sym;
	uint32_t flags;
	uint32_t block_first, block_count; /* in program->blocks; block 0 is entry */
	uint32_t inst_first, inst_count;   /* in program->insts */
	uint32_t param_first, param_count; /* in program->params */
	uint32_t var_first, var_count;	   /* in program->vars */
	loc_id loc;
	type_id result_type;
};

/* A source variable and the value that holds it (an OP_LOCAL instruction's
 * address when 'in_memory', the value itself otherwise). */
struct ir_var {
	str_id name;
	type_id type;
	ir_val value;
	bool in_memory;
	loc_id loc;
};

struct ir_unit {
	str_id name;	      /* the main source file as the user knows it */
	uint32_t pointer_size; /* bytes */
	str_id triple;
	bool optimised;	     /* accesses may be missing */
	str_id instrumented; /* the flag that asked for what the compiler added; or 0 */
};

struct program {
	struct intern strings;
	VEC(str_id) files;	     /* [0] unused */
	VEC(struct ir_loc) locs;     /* [0] unknown position */
	VEC(struct ir_type) types;   /* [0] no type */
	VEC(struct ir_member) members;
	VEC(struct ir_symbol) symbols; /* [0] none */
	VEC(struct ir_init) inits;
	VEC(struct ir_const) consts; /* [0] unused */
	VEC(struct ir_func) funcs;   /* [0] none */
	VEC(struct ir_block) blocks;
	VEC(struct ir_inst) insts;
	VEC(ir_val) operands;
	VEC(struct ir_param) params;
	VEC(struct ir_var) vars;
	VEC(struct ir_unit) units;   /* [0] unused */
	struct map const_ids, loc_ids, file_ids;
	struct map symbol_ids;	  /* name to symbol, for ir_find_symbol */
	uint32_t symbols_indexed; /* symbols.n when symbol_ids was made */
	bool kernel; /* code of an operating system's kernel (outside/kernel.c) */
};

/* ---- building (ir/program.c) ---- */

void program_init(struct program *p);
void program_free(struct program *p);
str_id program_str(struct program *p, const char *s);
file_id program_file(struct program *p, const char *path);
loc_id program_loc(struct program *p, struct ir_loc l);
const_id program_const(struct program *p, sym_id sym, int64_t value);
/* Makes ir_find_symbol fast; the linker and the parser call it when done. */
void program_index_symbols(struct program *p);

/* ---- reading ---- */

static inline const char *ir_str(const struct program *p, str_id id)
{
	return intern_at(&p->strings, id);
}
static inline struct ir_inst *ir_inst_at(const struct program *p, const struct ir_func *f,
					 uint32_t i)
{
	return &p->insts.at[f->inst_first + i];
}
static inline struct ir_block *ir_block_at(const struct program *p, const struct ir_func *f,
					   uint32_t b)
{
	return &p->blocks.at[f->block_first + b];
}
static inline const struct ir_inst *ir_terminator(const struct program *p,
						  const struct ir_func *f, uint32_t b)
{
	const struct ir_block *k = ir_block_at(p, f, b);
	return ir_inst_at(p, f, k->inst_first + k->inst_count - 1);
}
/* Where the source has that instruction; a declaration like names and types. */
static inline const struct ir_loc *ir_loc_at(const struct program *p, func_id f, uint32_t inst)
{
	return &p->locs.at[ir_inst_at(p, &p->funcs.at[f], inst)->loc];
}
static inline const char *ir_func_name(const struct program *p, func_id f)
{
	return ir_str(p, p->symbols.at[p->funcs.at[f].sym].name);
}

/* Is it true of the two numbers? */
bool ir_compares(enum ir_compare c, int64_t a, int64_t b);
/* The one that is true where that is not. */
uint8_t ir_compare_not(uint8_t compare);
/* True when v is an integer constant; *out gets it. */
bool ir_val_int(const struct program *p, ir_val v, int64_t *out);
/* Is it zero minus something, i->b? */
bool ir_is_minus(const struct program *p, const struct ir_inst *i);
/* The symbol v is the address of (offset 0, aliases followed), or 0. */
sym_id ir_val_symbol(const struct program *p, ir_val v);
/* Is argument n of an instruction's list a block number, not a value? */
bool ir_arg_is_block(uint32_t op, uint32_t n);
/* The section whose first, or last, variable the linker makes the symbol stand for; NULL: it is
 * no such symbol. */
const char *ir_section_start(const struct program *p, sym_id s);
/* Follow aliases to the symbol that has the definition. */
sym_id ir_resolve_alias(const struct program *p, sym_id s);
/* Find a symbol by link name; 0 when there is none (linked programs). */
sym_id ir_find_symbol(const struct program *p, const char *name);

/* Successor blocks of block b, in terminator order, duplicates kept.
 * Returns the number; fills at most 'cap' entries. */
uint32_t ir_successors(const struct program *p, const struct ir_func *f, uint32_t b,
		       uint32_t *out, uint32_t cap);

#endif
