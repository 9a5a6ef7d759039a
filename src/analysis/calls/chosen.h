/* SPDX-License-Identifier: MIT */
/* Which threads a callee creates for the numbers it is given. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_CHOSEN_H
#define CHEQUER_ANALYSIS_CHOSEN_H

#include "analysis/calls/bind.h"
#include "ir/decided.h"

/* The numbers among the arguments. */
struct ir_numbers chosen_by(const struct binding *b);
/* May the callee's fork k be made when it is given these? */
bool fork_is_chosen(const struct frame *fr, const struct summary *c, uint32_t k,
		    const struct ir_numbers *given);

#endif
