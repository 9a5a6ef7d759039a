/* SPDX-License-Identifier: MIT */
/*
 * Is an object in one place at a time? Who takes it out of there, under a lock, has it to himself
 * only then (analysis/exec/taken.c). So it is if its address is put where others find it by nobody
 * but who has made it, once, or has taken it out. Objects of which that is not so are listed in the
 * summary; variables with each place that puts their address somewhere.
 */
#ifndef CHEQUER_ANALYSIS_PUT_H
#define CHEQUER_ANALYSIS_PUT_H

#include "analysis/exec/frame.h"

/* The value goes where others may find it: to memory at that address, if it is not 0. */
void put_noted(struct frame *fr, struct state *s, path_id address, path_id value);
/* What the pointers in a block of memory lead to goes there as well. */
void put_contents(struct frame *fr, path_id block);
/* What the value may mean may also be found somewhere else. */
void put_again(struct frame *fr, path_id value);
/* The function has been recorded. */
void put_end(struct frame *fr);

#endif
