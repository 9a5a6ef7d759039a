/* SPDX-License-Identifier: MIT */
/* From accesses to pairs: what pair/ offers to the rest of race/. */
#ifndef CHEQUER_RACE_PAIR_H
#define CHEQUER_RACE_PAIR_H

#include "race/internal.h"

/* ---- situations.c ---- */
/* All contexts of f: closed accesses do not depend on what formals are bound to. */
void scene_of_closed(const struct races *r, struct scene *s, func_id f);
/* Contexts where the open accesses of f happen, in r->open_contexts; then the scene
 * that begins with the first-th of them. Returns where the next one begins. */
void list_open_contexts(struct races *r, func_id f);
uint32_t scene_of_open(const struct races *r, struct scene *s, func_id f, uint32_t first);
void scene_free(struct scene *s);
/* Where the access happens, as an index in r->lists; 0: nowhere, or only where
 * nothing else runs. 'fewest': only in contexts that have the fewest locks. */
uint32_t situations_of(struct races *r, struct scene *s, const struct access *a, bool fewest);

/* ---- candidates.c ---- */
void collect_candidates(struct races *r);
/* What the access may mean. When the name says nothing, because it goes through a set
 * that grew too large: what the instruction itself may mean, whose type says more; in
 * *typed, which the caller frees. */
const struct pt_set *targets_of(struct races *r, const struct access *a, path_id path,
				struct pt_set *typed);
/* Does the program end in one of the functions that f calls by that chain, down to 'last'? */
bool ends_below(const struct races *r, func_id f, uint32_t chain, func_id last);
/* Is it memory of the program that threads may share? */
bool may_race(struct races *r, obj_id o);

/* ---- extent.c ---- */
/* How many bytes it touches, 0: not known; the offset where these begin is set when the
 * candidate does not know it. */
uint32_t extent_of(struct races *r, const struct candidate *c, uint32_t *offset);
/* Of x it is not known how far it reaches; the other begins past the member that x
 * begins in, or ends before it. */
bool goes_past_member(const struct races *r, const struct instance *x,
		      const struct instance *other);

/* ---- shapes.c ---- */
/* The veto that removes the two by what their situations are, VETO_PARALLEL, VETO_PROCESS or
 * VETO_LOCK; VETO_COUNT: neither of the first two does, nor a lock of one name. */
enum veto veto_of_shapes(struct races *r, const struct instance *a, const struct instance *b);
void shapes_free(struct shapes *s);

/* ---- clusters.c ---- */
/* An access that may mean many objects: is one known that is judged alike in all of them?
 * Then it is noted there. 'all': the situations before the choice of the fewest. */
bool note_record(struct races *r, struct candidate *c, const struct pt_set *set, uint32_t all);
/* A total order of the accesses of one summary, the same in every run. */
int access_order(const struct access *x, const struct access *y);
/* Clusters of the candidates first .. end - 1, all of one object, appended in the
 * order of their bytes, and their instances. */
void make_clusters(struct races *r, uint32_t first, uint32_t end);
/* A cluster of this candidate alone, for the outlier at hand. Returns its index. */
uint32_t make_cluster(struct races *r, const struct candidate *c, uint32_t outlier,
		      bool deviates);
/* The context of an instance as it happens at one of its cluster's sites. */
context_id context_of_site(const struct races *r, const struct instance *x,
			   const struct site *s);

/* ---- pairs.c ---- */
void races_init(struct races *r, const struct race_input *in);
void races_release(struct races *r);
/* Appends its clusters and instances, and if anything is found, that and its locations. */
void pair_object(struct races *r, obj_id obj);
/* Groups what was found from 'found' on into locations, their instances from
 * 'instances' on. */
void add_locations(struct races *r, uint32_t found, uint32_t instances);
/* The first byte that both touch, where they race. */
uint32_t common_start(const struct cluster *a, const struct cluster *b);

/* ---- best.c ---- */
void best_init(struct races *r);
void best_release(struct best_memo *b);

/* ---- objects.c ---- */
/* All objects, one after the other: what is found is told, the rest forgotten. */
void judge_objects(struct races *r, struct arena *memory);
/* Pairs the object once more, as it was done before: clusters, instances and locations stay. What
 * is found is not ranked, or not surely. */
void pair_again(struct races *r, obj_id obj);

/* ---- kept.c ---- */
struct kept *kept_new(void);
void kept_free(struct kept *k);
/* The pairs from 'found' on, of the instances from 'instances' on. */
void keep_object(struct races *r, obj_id obj, uint32_t found, uint32_t instances);
/* Clusters, instances and locations as they were then; pairs are not ranked. False: nothing was
 * kept. */
bool recall_object(struct races *r, obj_id obj);

#endif
