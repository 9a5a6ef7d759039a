/* SPDX-License-Identifier: MIT */
/*
 * The door to LLVM: one bitcode file to one unlinked program in our IR. LLVM
 * itself takes no part: the reader is our own (bitcode.h), for what LLVM 19
 * writes.
 */
#ifndef CHEQUER_FRONT_LLVM_LOWER_H
#define CHEQUER_FRONT_LLVM_LOWER_H

#include <stdbool.h>

#include "base/str.h"
#include "ir/ir.h"

enum lower_result {
	LOWERED,
	LOWER_FAILED,  /* truncated, damaged...: the message says so */
	LOWER_FOREIGN, /* written by another LLVM, for the target 'triple' */
};

struct lower_request {
	const char *unit_name; /* the source file as the user knows it */
	struct program *out;   /* initialised here, to be freed in any case */
	bool trusted;	       /* it comes straight from our own clang */
	struct str message, triple;
};

/* Any bytes are safe. To be called from several threads at once. */
enum lower_result lower_file(const char *path, struct lower_request *r);
enum lower_result lower_bytes(const void *bytes, size_t size, struct lower_request *r);
void lower_request_free(struct lower_request *r);

#endif
