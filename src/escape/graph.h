/* SPDX-License-Identifier: MIT */
/*
 * Graphs of memory by unification: nodes, fields at byte offsets that hold
 * pointers to other nodes, and regions (arrays) whose offsets fold onto one
 * element. A spot is a node and an offset in it: what a pointer means.
 *
 * Nodes are joined with a shift, so that a pointer to a member and a pointer to
 * its struct may mean one node. Node SHARED is memory whose address others may
 * have: it absorbs what it is joined with, and what that holds. A node is foreign
 * when a pointer to it may also mean memory of others: what is stored there is
 * shared, what is loaded from there is foreign, but memory of our own that the
 * same pointer may mean has not got out by that.
 */
#ifndef CHEQUER_ESCAPE_GRAPH_H
#define CHEQUER_ESCAPE_GRAPH_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/ir.h"

enum { NODE_NONE, NODE_SHARED };

struct spot {
	uint32_t node; /* 0: none */
	int32_t off;
};

/* Offsets in [start, end) that are a multiple of stride apart are one. 'anchor':
 * where somebody indexed. Without bounds, the region is the whole node. */
struct region {
	int32_t anchor, start, end;
	uint32_t stride;
	uint32_t next;
};
enum { REGION_FAR = 1 << 28, MAX_REGIONS = 6 };

struct field {
	int32_t off;
	uint32_t next;
	struct spot target;
	bool stored; /* not only loaded */
};

struct graph_node {
	uint32_t parent; /* 0: a root; else this node begins at 'delta' of it */
	int32_t delta;
	uint32_t fields, field_count; /* linked; 0 ends */
	uint32_t regions; /* linked, larger strides first */
	uint32_t changed; /* graph->clock when its fields or regions last did */
	type_id type;	  /* the largest that is known to be in it, at type_off */
	int32_t type_off;
	bool foreign;	  /* has no fields: see above */
	bool used;	  /* somebody reads or writes it, or it is an object */
	bool indexed;	  /* its fields are in graph->field_at */
};

/* 'size' bytes at 'to' are those at 'from'; 0: all from there on. */
struct block {
	struct spot to, from;
	uint32_t size;
};

struct spot_pair {
	struct spot a, b;
};

struct graph {
	const struct program *p;
	VEC(struct graph_node) nodes; /* [0] none, [1] SHARED */
	VEC(struct field) fields;     /* [0] none */
	VEC(struct region) regions;   /* [0] none */
	VEC(struct block) blocks;
	VEC(struct spot_pair) pending;
	struct map field_at; /* node, offset -> field; 0: no more. Of nodes with many */
	uint32_t clock;
	bool joining;
};

void graph_clear(struct graph *g);
void graph_free(struct graph *g);

static inline struct spot spot_at(uint32_t node, int64_t off)
{
	bool far = off > REGION_FAR || off < -REGION_FAR;
	return (struct spot){node, far || node <= NODE_SHARED ? 0 : (int32_t)off};
}

uint32_t graph_new(struct graph *g, type_id type);
/* The root, and the offset in it. */
struct spot graph_find(struct graph *g, struct spot s);
/* What the pointer stored at s means. */
struct spot graph_load(struct graph *g, struct spot s);
/* The pointer v is stored at s. */
void graph_store(struct graph *g, struct spot s, struct spot v);
void graph_join(struct graph *g, struct spot a, struct spot b);
/* A value of type t is at s. */
void graph_set_type(struct graph *g, struct spot s, type_id t);
/* s is indexed in steps of stride; stride 0: any part of its node may be meant. */
void graph_index(struct graph *g, struct spot s, uint32_t stride);
struct spot graph_new_foreign(struct graph *g);
void graph_make_foreign(struct graph *g, struct spot s);
void graph_use(struct graph *g, struct spot s);
void graph_copy(struct graph *g, struct block b);
/* Copies once more until nothing changes. */
void graph_settle(struct graph *g);

/* ---- regions.c ---- */
/* The same, counted from another place. */
struct region region_shift(struct region r, int32_t delta);
int32_t region_fold(const struct graph *g, uint32_t root, int32_t off);
/* Offsets in [low, end), ascending, counted from low. */
enum { MAX_OFFSETS = 256 };
struct offsets {
	int64_t low, end;
	uint32_t n, at[MAX_OFFSETS];
};
/* Those of [out->low, out->end) that the regions of the root, which has some, fold onto 'off'.
 * False: they are too many, or found through too many. */
bool region_unfold(const struct graph *g, uint32_t root, int32_t off, struct offsets *out);
/* Bounds by the type of the node around anchor; none: the whole node. */
struct region region_make(const struct graph *g, uint32_t root, int32_t anchor,
			  uint32_t stride);
/* Adds n regions to those of the root, which are bounded anew. */
void regions_add(struct graph *g, uint32_t root, const struct region *more, uint32_t n);

#endif
