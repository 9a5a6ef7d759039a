/* SPDX-License-Identifier: MIT */
/*
 * The last step of the text report. The writer marks colours with the characters below; here
 * they become what the terminal understands, or nothing. Every other control character
 * becomes an escape, whoever wrote it, and lines that are too long are broken.
 */
#ifndef CHEQUER_REPORT_TERMINAL_H
#define CHEQUER_REPORT_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

#include "report/report.h"

/* Colours as clang has them. */
#define PAINT_BOLD    "\001"
#define PAINT_WARNING "\002"
#define PAINT_NOTE    "\003"
#define PAINT_CARET   "\004"
#define PAINT_OFF     "\005"

void terminal_write(const char *text, size_t n, const struct report_options *o, FILE *out);

#endif
