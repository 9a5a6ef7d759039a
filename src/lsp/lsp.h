/* SPDX-License-Identifier: MIT */
/*
 * A language server (LSP 3.17) over standard input and output: the races of a report as
 * diagnostics, in both files, each side with the other one. They are found again after each
 * save, by a run of chequer of its own: nothing that ends a run ends the server.
 */
#ifndef CHEQUER_LSP_LSP_H
#define CHEQUER_LSP_LSP_H

#include <jansson.h>
#include <stdbool.h>

#include "base/str.h"
#include "base/vec.h"

/* Makes a report in JSON; in a child process, in the directory of the project. Does not return. */
typedef void lsp_check(void *context, const char *report);

/* Until the editor says exit, or is gone; returns the exit status. */
int lsp_serve(lsp_check *check, void *context);

/* ---- message.c ---- */
struct lsp_input {
	struct str bytes;
	size_t at; /* what was taken already */
};
/* Reads what there is; false: the other side is gone. */
bool lsp_read(struct lsp_input *in, int descriptor);
/* The next message: 1; 0: not all of it is there; -1: it is no JSON. */
int lsp_take(struct lsp_input *in, json_t **message);
/* Takes the message over. */
void lsp_send(json_t *message);
void lsp_input_free(struct lsp_input *in);

/* ---- diagnostics.c ---- */
/* uri -> array of diagnostics. 'here': what relative names are relative to. */
json_t *lsp_diagnostics(json_t *report, const char *here);

#endif
