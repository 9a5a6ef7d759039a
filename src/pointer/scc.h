/* SPDX-License-Identifier: MIT */
/*
 * Strongly connected components of a graph in flat arrays (Tarjan, without
 * recursion: chains of any length are fine).
 */
#ifndef CHEQUER_POINTER_SCC_H
#define CHEQUER_POINTER_SCC_H

#include <stdint.h>

struct scc_graph {
	uint32_t n;
	const uint32_t *at; /* [n + 1] range of each node in 'to' */
	const uint32_t *to;
};

/* Fills component[n]; a node's successors are in the same component or in one
 * with a lower number. Returns the number of components. */
uint32_t scc_find(const struct scc_graph *g, uint32_t *component);

#endif
