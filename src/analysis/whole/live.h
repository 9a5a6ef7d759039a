/* SPDX-License-Identifier: MIT */
/*
 * Live: the functions that a program may come to. Those that nobody calls, and whose
 * address nobody has, do nothing; where code that we do not see may call them, none is
 * like that.
 */
#ifndef CHEQUER_ANALYSIS_LIVE_H
#define CHEQUER_ANALYSIS_LIVE_H

#include "analysis/summarize.h"

/* May code that we do not see call what is visible here, and write visible variables:
 * that of a library's caller, of whom the user has named entries for, or of a plug-in? */
bool live_has_strangers(const struct summarize_input *in);
/* [func], for the caller to free. */
bool *live_find(const struct summarize_input *in);

#endif
