/* SPDX-License-Identifier: MIT */
/*
 * Growable arrays of any element type.
 *
 *	VEC(uint32_t) v = {0};     all-zero is empty
 *	vec_push(&v, 7);           append (evaluates the element once)
 *	v.at[i], v.n               read and write directly
 *	vec_clear(&v);             keep the memory
 *	vec_free(&v);              give it back
 */
#ifndef CHEQUER_BASE_VEC_H
#define CHEQUER_BASE_VEC_H

#include <stdint.h>
#include <stdlib.h>

#include "base/diag.h"

#define VEC(T)                       \
	struct {                     \
		T *at;               \
		uint32_t n, cap;     \
	}

static inline void *vec_grow(void *at, uint32_t *cap, uint64_t need, size_t elem)
{
	uint64_t size = *cap ? (uint64_t)*cap * 2 : 8;
	while (size < need)
		size *= 2;
	if (size > UINT32_MAX)
		die("out of ids: an array would need more than 4 billion elements");
	*cap = (uint32_t)size;
	return xrealloc(at, (size_t)size * elem);
}

#define vec_reserve(v, need)                                                          \
	((uint64_t)(need) > (v)->cap                                                  \
		 ? (void)((v)->at = vec_grow((v)->at, &(v)->cap, (need), sizeof(*(v)->at))) \
		 : (void)0)
#define vec_push(v, x) (vec_reserve((v), (uint64_t)(v)->n + 1), (void)((v)->at[(v)->n++] = (x)))
#define vec_last(v)    ((v)->at[(v)->n - 1])
#define vec_pop(v)     ((v)->at[--(v)->n])
#define vec_clear(v)   ((void)((v)->n = 0))
/* No room for more: for one that stays as it is. */
#define vec_trim(v)                                                                      \
	((v)->cap = (v)->n,                                                              \
	 (void)((v)->at = xrealloc((v)->at, ((size_t)(v)->n + !(v)->n) * sizeof(*(v)->at))))
#define vec_free(v)    (free((v)->at), (v)->at = NULL, (void)((v)->n = (v)->cap = 0))

#endif
