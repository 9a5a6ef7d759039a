/* SPDX-License-Identifier: MIT */
/* chequer lsp: the language server, whose reports are made by this program itself. */
#include "lsp/lsp.h"

#include "cli/analysis.h"

static void check(void *context, const char *report)
{
	const char *const more[] = {"--format", "json", "-o", report, NULL};
	exec_check(context, more);
}

int run_lsp(const struct options *o)
{
	struct options copy = *o;
	return lsp_serve(check, &copy);
}
