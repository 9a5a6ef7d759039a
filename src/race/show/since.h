/* SPDX-License-Identifier: MIT */
/*
 * --since: of a report, the races that a change may have brought about. Those with an access,
 * a lock, a call on the way, a creation or a join on a line that has changed; those of
 * functions that calls were removed from, a lock perhaps; and, if there is a baseline, those
 * that its file did not have then. The others are taken out of the report and counted.
 */
#ifndef CHEQUER_RACE_SINCE_H
#define CHEQUER_RACE_SINCE_H

#include "project/changes.h"
#include "report/report.h"

/* known: the ids of the old baseline, or NULL. In each race that stays, the explained pair is one
 * that the change is about, its changed side first. 'all': what is left out is counted whatever its
 * confidence. */
void since_apply(struct report *r, struct changes *c, const char *revision,
		 const struct intern *known, bool all);

#endif
