/* SPDX-License-Identifier: MIT */
/*
 * One line of progress on the terminal: the current phase, and how much of it
 * is done. Nothing is written unless progress_start was called with true.
 * Any thread may report a step; messages of base/diag erase the line first.
 */
#ifndef CHEQUER_BASE_PROGRESS_H
#define CHEQUER_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

void progress_start(bool show);
void progress_phase(const char *name, uint32_t total); /* 0: no count */
void progress_step(void);			       /* one more of the total */
void progress_erase(void);			       /* the line, until the next step */
void progress_end(void);

#endif
