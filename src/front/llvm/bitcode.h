/* SPDX-License-Identifier: MIT */
/*
 * Private to the LLVM front end: a bitcode module as the file has it, decoded
 * but not interpreted. Everything is a number: types, values, debug info nodes,
 * blocks. The format is that of LLVM 19; its numbers are in codes.h.
 *
 * Values are numbered as in the file: globals, constants of the module, then for
 * the function at hand its formals, its constants and its instructions; the
 * numbers of a function's own are used again for the next function. So are the
 * numbers of its debug info nodes in the file, but here each node keeps a number
 * of its own (a type found in one function may be filled in later).
 */
#ifndef CHEQUER_FRONT_LLVM_BITCODE_H
#define CHEQUER_FRONT_LLVM_BITCODE_H

#include "base/str.h"
#include "front/llvm/bitstream.h"

typedef uint32_t bc_type;  /* bitcode->types */
typedef uint32_t bc_value; /* bitcode->values */
typedef uint32_t bc_node;  /* bitcode->nodes */

#define BC_NONE	 UINT32_MAX	  /* no value, no node, no type */
#define BC_UNDEF (UINT32_MAX - 1) /* the value of a local before it has any */

/* ---- types ---- */

enum bc_type_kind {
	BC_VOID, BC_HALF, BC_BFLOAT, BC_FLOAT, BC_DOUBLE, BC_X86_FP80, BC_FP128,
	BC_PPC_FP128, BC_X86_MMX, BC_X86_AMX, BC_LABEL, BC_METADATA, BC_TOKEN, BC_INTEGER,
	BC_POINTER, BC_ARRAY, BC_VECTOR, BC_SCALABLE_VECTOR, BC_STRUCT, BC_OPAQUE,
	BC_FUNCTION, BC_TARGET,
};

struct bc_type_info {
	uint8_t kind;
	bool packed;   /* struct */
	bool vararg;   /* function */
	uint8_t state; /* of the size: unknown, being measured, known */
	bool sized, scalable;
	uint32_t align;
	uint64_t n;	     /* bits, address space, or number of elements */
	uint32_t parts;	     /* first in type_list: element, members, result and
			      * formals */
	uint32_t part_count;
	uint64_t store, stride; /* in bytes: what a load touches, and from one array
				 * element to the next */
};

/* The part of a data layout that sizes depend on; alignments in bytes. */
struct bc_align {
	char of; /* 'i', 'f', 'v' */
	uint32_t bits, align;
};
struct bc_pointer_layout {
	uint32_t space, bits, align;
};
struct bc_layout {
	VEC(struct bc_align) aligns;
	VEC(struct bc_pointer_layout) pointers;
	uint32_t aggregate;
};

/* Where the source puts a variable; llvm.metadata is no place. */
struct bc_section {
	bool marker;
	uint32_t name, size; /* in bytes_of */
};

/* ---- attributes ---- */

enum bc_attribute { BC_NORETURN = 1, BC_RETURNS_TWICE = 2, BC_NO_MEMORY = 4,
		    BC_INTERRUPT = 8 };

/* What a group says about one place: 0 the result, 1.. the formals, and
 * BC_ON_FUNCTION. */
#define BC_ON_FUNCTION UINT32_MAX
struct bc_attribute_group {
	uint32_t id, place;
	unsigned flags;
	bc_type byval; /* or BC_NONE */
	bc_type element; /* of what an operand of assembly points to, or BC_NONE */
};
struct bc_attribute_list {
	uint32_t first, n; /* in attribute_groups_of */
};

/* ---- values ---- */

enum bc_value_kind {
	BC_NO_VALUE, BC_VARIABLE, BC_FUNC, BC_ALIAS, BC_IFUNC, BC_CONSTANT, BC_FORMAL, BC_INST,
	BC_JOIN, /* made by promote.c */
};

struct bc_value_info {
	uint8_t kind;
	bc_type type;
	uint32_t index; /* in globals, constants, formals, insts */
};

struct bc_global {
	uint8_t kind, linkage, unnamed;
	bool constant, thread_local, declared; /* declared: has no definition here */
	bool hidden; /* not visible outside of what is linked together */
	const char *name;
	uint32_t name_size;
	bc_type type;
	bc_value init;	    /* initial value, aliasee, resolver; or BC_NONE */
	uint32_t section;   /* index in sections + 1, or 0 */
	uint32_t attributes;
	bc_node debug;	    /* or BC_NONE */
};

enum bc_constant_kind {
	BC_INT,	       /* value; 'wide' when it does not fit */
	BC_ZERO,       /* null pointer, zero of any other type */
	BC_ANYTHING,   /* undef, poison */
	BC_FLOATING,   /* not zero */
	BC_AGGREGATE,  /* operands */
	BC_DATA,       /* elements or bytes, unless it is long */
	BC_EXPRESSION, /* op and operands */
	BC_SAME,       /* stands for its operand */
	BC_PLACE,      /* address of a block */
	BC_ASM,
};

struct bc_constant {
	uint8_t kind;
	uint8_t op, sub; /* of an expression: as in an instruction */
	bool wide;
	bool text;	 /* data: a string whose characters are in bytes */
	uint32_t first, n; /* operands, or elements in 'elements' */
	bc_type source;	 /* of an address computation */
	int64_t value;	 /* also: where in 'bytes' characters start */
	uint32_t size;	 /* how many */
	uint32_t more;	 /* asm: size of the constraints, which follow */
};

/* ---- debug info ---- */

struct bc_node_info {
	uint8_t code;
	uint32_t n;
	uint32_t base; /* number of the first node of its function */
	union {
		uint32_t first;	  /* in node_fields */
		const char *text; /* code BC_STRING */
	} u;
};
enum { BC_STRING = 1, BC_VALUE_NODE = 2, BC_EMPTY_NODE = 0 };

/* ---- the function at hand ---- */

enum bc_op {
	INST_NOTHING, /* a promoted load */
	INST_ASSIGN,  /* a promoted store: only its debug variable is left */
	INST_ARITH, INST_CAST, INST_OTHER, INST_GEP, INST_COMPARE, INST_SELECT, INST_PHI,
	INST_ALLOCA, INST_LOAD, INST_STORE, INST_RMW, INST_CMPXCHG, INST_FENCE, INST_EXTRACT,
	INST_FREEZE, INST_VAARG, INST_CALL,
	INST_VARIABLE, /* debug: operand 0 holds the variable; sub: at that address */
	/* terminators */
	INST_INVOKE, INST_RET, INST_JUMP, INST_BRANCH, INST_SWITCH, INST_GOTO, INST_STOP,
	INST_UNWIND,
};

enum bc_inst_flag { BCF_VOLATILE = 1, BCF_BIT_FIELD = 2, BCF_ONE_THREAD = 4 };

struct bc_inst {
	uint8_t op, sub, flags, order;
	bc_type type;
	bc_value value;		/* BC_NONE: it has no result */
	uint32_t first, n;	/* operands */
	uint32_t to, to_count;	/* blocks: successors, or where phi operands come from */
	uint32_t position;	/* in positions */
	uint32_t extra;		/* call: attributes; alloca, gep: type; variable: node */
	uint32_t more;		/* variable: expression */
};

struct bc_block {
	uint32_t first, n;
};

struct bc_position {
	uint32_t line, column;
	bc_node scope, inlined_at;
};

struct bc_function {
	bc_value value;
	uint32_t formal_count;
	VEC(struct bc_inst) insts;
	VEC(bc_value) operands;
	VEC(uint32_t) targets;
	VEC(struct bc_block) blocks;
	VEC(struct bc_position) positions; /* [0] none */
	uint32_t last_position;
	uint32_t block_count; /* as declared */
	VEC(uint32_t) formal_names;	   /* pairs: offset and size in names */
	struct str names;
	bc_node debug;
};

/* ---- the module ---- */

/* Where a function block starts, in bits. */
struct bc_body {
	uint64_t at;
	uint32_t width;
};

struct bitcode {
	struct bitstream in;
	bool optimised; /* the compiler says so */
	bool has_declares, has_values; /* variables are described as memory, or as values: the
					  latter only after passes have run */
	bool trusted; /* what only a verifier would find is not looked for */
	struct str file;
	const char *strings; /* names of globals */
	size_t strings_size;
	struct str producer, triple, layout_text, assembly;
	uint64_t epoch, version;
	struct bc_layout layout;
	VEC(struct bc_type_info) types;
	VEC(bc_type) type_list;
	VEC(struct bc_attribute_group) groups;
	VEC(struct bc_attribute_list) attributes; /* [0] none */
	VEC(uint32_t) attribute_groups_of;	  /* group ids */
	VEC(struct bc_section) sections;
	VEC(struct bc_global) globals;
	VEC(struct bc_value_info) values;
	VEC(struct bc_constant) constants;
	VEC(bc_value) constant_operands;
	VEC(uint64_t) elements;
	struct str bytes_of; /* characters of strings and assembly */
	VEC(struct bc_node_info) nodes;
	VEC(uint64_t) node_fields;
	uint32_t module_nodes;
	uint32_t node_base; /* where the nodes of the function at hand start */
	uint32_t module_values, module_constants, module_operands, module_elements;
	size_t module_bytes;
	VEC(struct bc_body) bodies;
	uint32_t next_body;
	bc_value next_global;
	bc_type bool_type, pointer_type; /* 0: not yet looked for; else + 1 */
	struct bc_function function;
};

/* ---- bitcode.c ---- */

enum bitcode_state {
	BITCODE_READ,
	BITCODE_FOREIGN, /* of another LLVM: only producer, epoch, triple are read */
	BITCODE_WRONG,	 /* m->in.wrong says why */
};
/* Reads all but the function bodies. To be closed in any case. */
enum bitcode_state bitcode_open(struct bitcode *m, const char *path);
enum bitcode_state bitcode_open_bytes(struct bitcode *m, const void *bytes, size_t size);
/* The next function that has a body, into m->function; false at the end and on
 * error. */
bool bitcode_next_function(struct bitcode *m);
void bitcode_close(struct bitcode *m);

static inline void bitcode_fail(struct bitcode *m, const char *wrong)
{
	bits_fail(&m->in, wrong);
}

/* ---- read_types.c ---- */

void read_types(struct bitcode *m);
/* Field i of the record as a type. */
bc_type field_type(struct bitcode *m, uint32_t i);
/* A type of that shape; BC_NONE when the module has none. */
bc_type find_type(const struct bitcode *m, enum bc_type_kind kind, uint64_t n,
		  const bc_type *parts, uint32_t part_count);

static inline const struct bc_type_info *type_info(const struct bitcode *m, bc_type t)
{
	return &m->types.at[t];
}
static inline enum bc_type_kind type_kind(const struct bitcode *m, bc_type t)
{
	return (enum bc_type_kind)m->types.at[t].kind;
}
static inline bc_type type_part(const struct bitcode *m, bc_type t, uint32_t i)
{
	return m->type_list.at[m->types.at[t].parts + i];
}
static inline bool is_vector_type(const struct bitcode *m, bc_type t)
{
	return type_kind(m, t) == BC_VECTOR || type_kind(m, t) == BC_SCALABLE_VECTOR;
}

/* ---- layout.c ---- */

void read_layout(struct bitcode *m);
void free_layout(struct bc_layout *l);
/* With size and alignment. */
const struct bc_type_info *measured(struct bitcode *m, bc_type t);
uint64_t member_offset(struct bitcode *m, bc_type structure, uint32_t i);
uint32_t pointer_size(const struct bitcode *m);

/* ---- read_attributes.c ---- */

void read_attribute_groups(struct bitcode *m);
void read_attributes(struct bitcode *m);
/* The flags of a list on a place. */
unsigned attribute_flags(const struct bitcode *m, uint32_t list, uint32_t place);
bc_type attribute_byval(const struct bitcode *m, uint32_t list, uint32_t place);
bc_type attribute_element(const struct bitcode *m, uint32_t list, uint32_t place);

/* ---- read_constants.c ---- */

void read_constants(struct bitcode *m);
/* No constant may contain itself; 'first' is the first new one. */
void check_constants(struct bitcode *m, bc_value first);

/* ---- read_nodes.c ---- */

void read_nodes(struct bitcode *m);
/* The number in the file, of the module or the function at hand, to ours. */
bc_node node_number(const struct bitcode *m, uint64_t in_file);
/* Where 'kind', a field of an attachment, is the debug info. */
#define BC_KIND_DEBUG 0

/* ---- read_function.c, read_inst.c (and record.h) ---- */

void read_function(struct bitcode *m, bc_value function);
/* One record of a function block. */
void read_inst(struct bitcode *m);

#endif
