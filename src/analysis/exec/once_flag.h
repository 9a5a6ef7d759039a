/* SPDX-License-Identifier: MIT */
/*
 * Flags that say 'done once': variables that start as zero and are only ever set
 * to constants other than zero.
 *
 * Who finds such a flag to be zero while it holds a mutex is the one to set it
 * (LOCK_SETTING): nobody else finds it set before the mutex is released. Who finds
 * it set while it holds the mutex (LOCK_SET), or has set it and released the mutex,
 * comes after all that, for good. The two exclude each other, so what is
 * initialised under the mutex may be used without it afterwards.
 */
#ifndef CHEQUER_ANALYSIS_ONCE_FLAG_H
#define CHEQUER_ANALYSIS_ONCE_FLAG_H

#include "analysis/exec/frame.h"

/* After a load of 'size' bytes at 'address' whose value is 'name': states that hold a mutex are
 * split by what they found. */
void once_flag_loaded(struct frame *fr, uint32_t inst, path_id address, path_id name,
		      uint32_t size, struct state_list *states);
/* The flag is stored to in s; false: it is no flag that s is about to set. */
bool once_flag_stored(struct state *s, path_id address);

#endif
