/* SPDX-License-Identifier: MIT */
/*
 * Layouts of alias classes: which cell an offset is.
 *
 * A layout is a sorted list of cells, each with the class and offset of what
 * is stored there, plus what makes offsets equal: ranges (arrays: offsets a
 * stride apart are one) and a period (the whole layout repeats: some pointer
 * is at two offsets of one class at once). A period below the size of a
 * pointer leaves one cell: the layout is collapsed.
 *
 * Layouts are merged with a shift. Classes with one layout hold the same
 * pointers at the same offsets (memory was copied) without being the same
 * memory.
 */
#ifndef CHEQUER_POINTER_LAYOUT_H
#define CHEQUER_POINTER_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "pointer/internal.h"

/* Class and offset in it; class 0: none. */
struct place {
	uint32_t class_id;
	int32_t off;
};

struct layout_cell {
	int32_t off;
	struct place target;
};

struct layout {
	uint32_t parent; /* 0: a root */
	int32_t delta;	 /* offset in parent = offset here + delta */
	VEC(struct layout_cell) cells;
	VEC(struct layout_range) ranges;
	uint32_t period;
};

struct place_pair {
	struct place a, b;
};
struct place_pairs {
	VEC(struct place_pair) list;
};

struct layouts {
	VEC(struct layout) list; /* [0] none */
	/* Pairs of cell targets that have become equal. */
	struct place_pairs equal;
	uint32_t collapsed;
	uint32_t pointer_size;
};

uint32_t layout_new(struct layouts *l);
/* The root of id; *off becomes an offset in it. */
uint32_t layout_find(struct layouts *l, uint32_t id, int64_t *off);
/* The offset that stands for off in a root. */
int64_t layout_canon(const struct layout *l, int64_t off);
/* The cell at an offset of a root; its target is class 0 when it is new. */
struct layout_cell *layout_cell(struct layouts *l, uint32_t root, int64_t off);
void layout_add_range(struct layouts *l, uint32_t root, struct layout_range r);
void layout_add_period(struct layouts *l, uint32_t root, uint64_t period);
/* Makes offset a_off of a and b_off of b the same place. */
void layout_merge(struct layouts *l, uint32_t a, int64_t a_off, uint32_t b, int64_t b_off);
void layouts_free(struct layouts *l);

#endif
