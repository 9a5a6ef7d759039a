/* SPDX-License-Identifier: MIT */
/*
 * Variables that say whether a thread is running:
 *
 *	if (create(&id, ...) == 0) started = 1;
 *	if (started) { join(id); started = 0; }
 *
 * Who finds such a flag to be zero has nobody to join: it is as good as if he had. The flag is
 * a global variable, and so is where the id is stored; the two may be the same. For this the
 * whole program must keep to it:
 *
 * - whenever a thread is created whose id goes there, the flag is set before anybody can look
 *   at it again, by the creating function itself;
 * - zero is stored in it only after a join of that id, after a creation that has failed, or
 *   where it was found to be zero, with no creation in between; or before the join, and then
 *   on all ways the join comes before anything is created or the flag is looked at;
 * - all else that is stored there are constants.
 *
 * Where zero is stored before the join, others may look in between. So then only main may do it,
 * and zero tells something only to functions that no thread and no handler runs. The join may be
 * in a function that is called (joiners.h).
 *
 * A second thread whose id goes to the same place while the first is running is no matter of
 * the flag: then a join of that id does not join all there are either (thread/context.c).
 */
#ifndef CHEQUER_ANALYSIS_RUNNING_FLAG_H
#define CHEQUER_ANALYSIS_RUNNING_FLAG_H

#include "analysis/exec/frame.h"

struct running_flags *running_flags_find(const struct summarize_input *in,
					 const struct writers *writers);
void running_flags_free(struct running_flags *r);

/* At the end of that block of the function the condition is (not) true. */
void running_flag_tested(struct frame *fr, struct state *s, uint32_t block, bool truth);

#endif
