/* SPDX-License-Identifier: MIT */
/*
 * The symbol by which a made program calls a row's function. A row for a prefix gets
 * one name with that prefix. clang takes no made-up intrinsic: the name of one is
 * LLVM.x in C, and tests/models/check-rows puts it right in the program's IR.
 */
#ifndef CHEQUER_TESTS_MODEL_LABEL_H
#define CHEQUER_TESTS_MODEL_LABEL_H

#include <stdio.h>
#include <string.h>

#include "model/model.h"

static inline void print_label(const struct model *m)
{
	bool intrinsic = strncmp(m->name, "llvm.", 5) == 0;
	printf("%s%s%s", intrinsic ? "LLVM." : "", m->name + (intrinsic ? 5 : 0),
	       m->flags & MODELF_PREFIX ? "x" : "");
}

#endif
