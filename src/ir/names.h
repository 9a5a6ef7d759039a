/* SPDX-License-Identifier: MIT */
/*
 * From byte offsets back to source names, for people.
 */
#ifndef CHEQUER_IR_NAMES_H
#define CHEQUER_IR_NAMES_H

#include "base/str.h"
#include "ir/ir.h"

/* Follows typedefs and qualifiers. */
type_id type_strip(const struct program *p, type_id t);
/* What a pointer or array type points to or contains; 0 when it is neither. */
type_id type_target(const struct program *p, type_id t);
/* The first member of a struct or union that has that byte; NULL when there is none. */
const struct ir_member *type_member(const struct program *p, type_id t, uint64_t off);
/* The type of the scalar, pointer or empty struct that begins 'off' bytes into t, of a
 * union in its first member; 0 when there is none. */
type_id type_part(const struct program *p, type_id t, uint64_t off);

/*
 * Appends the name of the part of an object of type t at byte 'offset', such as
 * '.stats.rx_p' or '[3].lock', and gives its type in *part (0 when no member
 * fits: then '+12' style text is up to the caller and false is returned).
 * Descends into structs, unions (first fitting member of that size) and arrays
 * until the part is a scalar or pointer, or has exactly 'size' bytes.
 * 'any_element' prints '[]' instead of constant indices. Size 0 means unknown:
 * the outermost part that starts there. Bit-fields are listed with those that
 * share their bytes, '.{busy,kind}'. On false 'out' is as it was.
 */
bool type_name_part(const struct program *p, type_id t, uint64_t offset, uint64_t size,
		    bool any_element, struct str *out, type_id *part);
/* The declaration of a part of an object. */
struct ir_declared {
	type_id record; /* the struct or union that has the member */
	const struct ir_member *member;
	type_id named; /* the innermost around it that has a name, as C writes it; 0: none */
};
/*
 * Likewise, down to a part of 'size' bytes; size 0 asks for a lock: something that is no struct, or
 * one of a library, whose name begins with an underscore. The path from 'named' to
 * the member, such as 'in.lock' or 'slots[0].lock', replaces what is in 'out'. False: the
 * part is no member, or a bit-field.
 */
bool type_find_declared(const struct program *p, type_id t, uint64_t offset, uint64_t size,
			struct ir_declared *d, struct str *out);
/* 'struct foo *', 'const char *' */
void type_print(const struct program *p, type_id t, struct str *out);

#endif
