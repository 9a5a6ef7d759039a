/* SPDX-License-Identifier: MIT */
/*
 * Private to the LLVM front end: a file to a verified module, with every
 * complaint of LLVM caught.
 */
#ifndef CHEQUER_FRONT_LLVM_READ_H
#define CHEQUER_FRONT_LLVM_READ_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* NULL on failure, with the reason in 'message'. A trusted file is not verified. */
LLVMModuleRef read_module(LLVMContextRef context, const char *path, bool trusted,
			  char *message, size_t message_size);

#endif
