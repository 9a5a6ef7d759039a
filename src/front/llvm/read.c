/* SPDX-License-Identifier: MIT */
/*
 * Reading a module without letting LLVM print or exit.
 *
 * LLVM reports in three ways: an error string, the context's diagnostic
 * handler (which must exist, or LLVM exits), and for what it calls fatal a
 * process-wide handler that must not return. The reader verifies debug info by
 * itself in a way that is fatal when the module is broken; that is switched off
 * and replaced by LLVMVerifyModule, whose verdict is an ordinary error.
 *
 * LLVM's reader can still crash on a file in which a few bits are wrong. Who
 * reads files of unknown origin tries them in another process first.
 */
#include "front/llvm/read.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

/* Only the first line: LLVM adds the offending source text and a caret. */
static void complain(char *message, size_t size, const char *what)
{
	const char *newer = "";
	const char *producer = strstr(what, "Producer: 'LLVM");
	if (producer && atoi(producer + strlen("Producer: 'LLVM")) > 19)
		newer = "; it was made by a newer LLVM, use clang 19";
	snprintf(message, size, "cannot be read as LLVM bitcode or assembly: %.*s%s",
		 (int)strcspn(what, "\n"), what, newer);
}

/* The fatal handler gets no context: the file being read is remembered for each
 * thread. */
static const char **current_path(void)
{
	static _Thread_local const char *path;
	return &path;
}

static void on_fatal(const char *reason)
{
	const char *path = *current_path();
	die("%s: LLVM cannot handle this file: %s", path ? path : "bitcode", reason);
}

static void set_up_llvm(void)
{
	const char *options[] = {"chequer", "-disable-auto-upgrade-debug-info"};
	LLVMParseCommandLineOptions(2, options, NULL);
	LLVMInstallFatalErrorHandler(on_fatal);
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *first)
{
	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
		return;
	char **text = first;
	char *description = LLVMGetDiagInfoDescription(info);
	if (!*text)
		*text = xstrdup(description);
	LLVMDisposeMessage(description);
}

static bool is_bitcode(const char *bytes, size_t size)
{
	return size >= 4 && (memcmp(bytes, "BC\xc0\xde", 4) == 0 ||
			     memcmp(bytes, "\xde\xc0\x17\x0b", 4) == 0);
}

static LLVMModuleRef parse_bitcode(LLVMContextRef context, LLVMMemoryBufferRef buffer,
				   char **text)
{
	LLVMModuleRef m = NULL;
	LLVMContextSetDiagnosticHandler(context, on_diagnostic, text);
	bool failed = LLVMParseBitcodeInContext2(context, buffer, &m);
	LLVMDisposeMemoryBuffer(buffer);
	return failed ? NULL : m;
}

static LLVMModuleRef parse_assembly(LLVMContextRef context, LLVMMemoryBufferRef buffer,
				    char **text)
{
	LLVMModuleRef m = NULL;
	char *error = NULL;
	bool failed = LLVMParseIRInContext(context, buffer, &m, &error);
	if (error) {
		free(*text);
		*text = xstrdup(error);
		LLVMDisposeMessage(error);
	}
	return failed ? NULL : m;
}

static LLVMModuleRef parse(LLVMContextRef context, const char *path, char **text)
{
	LLVMMemoryBufferRef buffer;
	char *error = NULL;
	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &error)) {
		*text = xstrdup(error);
		LLVMDisposeMessage(error);
		return NULL;
	}
	const char *bytes = LLVMGetBufferStart(buffer);
	if (is_bitcode(bytes, LLVMGetBufferSize(buffer)))
		return parse_bitcode(context, buffer, text);
	return parse_assembly(context, buffer, text);
}

static bool is_sound(LLVMModuleRef m, char **text)
{
	char *error = NULL;
	bool broken = LLVMVerifyModule(m, LLVMReturnStatusAction, &error);
	if (broken && !*text)
		*text = xstrdup(error);
	LLVMDisposeMessage(error);
	return !broken;
}

/* Debug info of another format, or broken, is dropped: names are lost, the
 * analysis is not. */
static bool is_usable(LLVMModuleRef m, char **text)
{
	if (LLVMGetModuleDebugMetadataVersion(m) != LLVMDebugMetadataVersion())
		LLVMStripModuleDebugInfo(m);
	if (is_sound(m, text))
		return true;
	LLVMStripModuleDebugInfo(m);
	return is_sound(m, text);
}

static LLVMModuleRef parse_verified(LLVMContextRef context, const char *path, char **text)
{
	LLVMModuleRef m = parse(context, path, text);
	if (m && !is_usable(m, text)) {
		LLVMDisposeModule(m);
		return NULL;
	}
	return m;
}

LLVMModuleRef read_module(LLVMContextRef context, const char *path, bool trusted,
			  char *message, size_t message_size)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, set_up_llvm);
	*current_path() = path;
	char *text = NULL;
	LLVMContextSetDiagnosticHandler(context, on_diagnostic, &text);
	LLVMModuleRef m = trusted ? parse(context, path, &text)
				  : parse_verified(context, path, &text);
	if (!m)
		complain(message, message_size, text ? text : "unknown error");
	free(text);
	LLVMContextSetDiagnosticHandler(context, NULL, NULL);
	return m;
}
