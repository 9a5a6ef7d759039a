/* SPDX-License-Identifier: MIT */
/*
 * Signal masks, relative to an entry (of a function, or of a thread's code): bit n - 1 is about
 * signal n. What is blocked has been blocked since for sure; what is opened may have been let in
 * since. The rest is as it was on entry, so for one signal the knowledge is a chain,
 *
 *	blocked < untouched < opened
 *
 * and the join of two ways is the weaker. No signal is both.
 */
#ifndef CHEQUER_SUMMARY_MASK_H
#define CHEQUER_SUMMARY_MASK_H

#include <stdbool.h>
#include <stdint.h>

struct signal_mask {
	uint64_t blocked, opened;
};

static inline bool mask_equal(struct signal_mask a, struct signal_mask b)
{
	return a.blocked == b.blocked && a.opened == b.opened;
}
/* Does a promise no more than b does? */
static inline bool mask_covers(struct signal_mask a, struct signal_mask b)
{
	return !(a.blocked & ~b.blocked) && !(b.opened & ~a.opened);
}
static inline struct signal_mask mask_join(struct signal_mask a, struct signal_mask b)
{
	return (struct signal_mask){a.blocked & b.blocked, a.opened | b.opened};
}
/* First a, then b. */
static inline struct signal_mask mask_then(struct signal_mask a, struct signal_mask b)
{
	return (struct signal_mask){b.blocked | (a.blocked & ~b.opened),
				    b.opened | (a.opened & ~b.blocked)};
}
/* What is blocked, if that was on entry. */
static inline uint64_t mask_blocks(struct signal_mask m, uint64_t entry)
{
	return m.blocked | (entry & ~m.opened);
}

#endif
