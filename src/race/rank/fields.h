/* SPDX-License-Identifier: MIT */
/*
 * Fields and locks as all of the program names them: 'the next of a struct device', 'the
 * lock of a struct queue'. Private to race/: what is the custom for a field (outlier.c).
 */
#ifndef CHEQUER_RACE_FIELDS_H
#define CHEQUER_RACE_FIELDS_H

#include "race/internal.h"

/* ---- field.c ---- */
struct field field_at(const struct races *r, uint32_t id);
/* The field at that address, by the types that are declared; 0: not known. */
uint32_t field_of(struct races *r, path_id address);
/*
 * container_of: the name starts at a part of the struct and goes back from there, to
 * something of type 'part'. Which struct that is, is not in the name, but there may be
 * only one that has both; 0 when there are more.
 */
uint32_t container_field(struct races *r, path_id address, type_id part);
/* What the first argument of a call is declared to point to; 0: not known. */
type_id argument_type(const struct races *r, func_id f, uint32_t inst);
/* The field that it is the address of; 0: not known. */
uint32_t argument_field(struct races *r, func_id f, uint32_t inst);
/* The same, as the function that makes the access names it. */
uint32_t field_of_access(struct races *r, const struct access *a);
/* A lock that is named by its own type only, as a parameter of a function that locks
 * whatever it is given: not a field of something. */
bool is_lock_itself(struct races *r, uint32_t field);
/* The same byte, as a field of the one struct that the field's own is a part of. */
uint32_t whole_field(struct races *r, uint32_t field);
/* Is it in what a field points to? */
bool is_behind_pointer(const struct races *r, uint32_t field);
/* Is its struct a part of several others, as a list or a queue is? */
bool is_part_of_many(struct races *r, uint32_t field);
/* The struct that has the field, or the pointer to it, as its first byte. */
uint32_t record_of_field(struct races *r, uint32_t field);
/* Is that the type of the object? */
bool is_object_of_field(const struct races *r, obj_id o, uint32_t field);
void members_release(struct members *m);

/* ---- named.c ---- */
/* The field that is touched, and the function that says so. */
struct naming {
	uint32_t field; /* 0: not known */
	func_id unit;
};
struct naming who_names(struct races *r, const struct candidate *c);
void passed_names_release(struct passed_names *n);

/* ---- lockclass.c ---- */
/* Once, before the others. */
void find_lock_classes(struct races *r);
/* 0: the lock has no name that others could have for it. */
uint32_t class_of_guard(struct races *r, const struct guard *g);
/* The same of one that was asked for before; 0 also when it may have other names. */
uint32_t class_of_name(const struct races *r, path_id lock);
/* The struct that has such locks; 0: none. */
uint32_t record_of_class(struct races *r, uint32_t class);
/* Is a lock of that class held in every situation? If not 'certainly': also one that has
 * no name may be it. */
bool always_holds(struct races *r, struct field_use *u, uint32_t class, bool certainly);
/* Does the function that names the memory hold one since it took it itself? */
bool takes_itself(struct races *r, struct field_use *u, uint32_t class);
/* Do lock and field belong to one part that several structs have: a lock with its own
 * book-keeping, a queue with its lock? */
bool is_of_same_part(struct races *r, const struct field_use *u, uint32_t class);
typedef void class_visitor(void *context, uint32_t class, path_id lock);
void each_class(struct races *r, struct field_use *u, class_visitor *visit, void *context);
/* Are the classes of both the same in any case? */
bool are_held_alike(struct races *r, struct field_use *u, struct field_use *v);
/* Who makes a lock or destroys it has the object for himself, and so have the functions
 * that he calls for it. */
bool is_maker(struct races *r, const struct field_use *u, uint32_t class);
/* Does the function that names the memory make such a lock of something else, and destroy it too?
 * In between others take it. */
bool outlives_lock(struct races *r, const struct field_use *u, uint32_t class);
void lock_classes_release(struct lock_classes *c);

#endif
