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
 * On top of that, LLVM's reader can crash on a file in which a few bits are
 * wrong. A file of unknown origin is therefore read by a child process first;
 * only when that survives do we read it ourselves.
 */
#include "front/llvm/read.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"

/* How the child ends. */
enum { TRIAL_GOOD = 0, TRIAL_REFUSED = 1, TRIAL_DAMAGED = 2 };

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

/* The fatal handler gets no context: what is being read is remembered for each
 * thread. */
struct reading {
	const char *path;
	bool trial; /* in the child process */
};

static struct reading *current_reading(void)
{
	static _Thread_local struct reading r;
	return &r;
}

static void on_fatal(const char *reason)
{
	const struct reading *r = current_reading();
	if (r->trial)
		_exit(TRIAL_DAMAGED);
	die("%s: LLVM cannot handle this file: %s", r->path ? r->path : "bitcode",
	    reason);
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

/* ---- the trial ---- */

_Noreturn static void try_in_child(LLVMContextRef context, const char *path)
{
	struct rlimit no_core = {0, 0};
	setrlimit(RLIMIT_CORE, &no_core);
	int nowhere = open("/dev/null", O_WRONLY);
	if (nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
	current_reading()->trial = true;
	char *text = NULL;
	LLVMContextSetDiagnosticHandler(context, on_diagnostic, &text);
	_exit(parse_verified(context, path, &text) ? TRIAL_GOOD : TRIAL_REFUSED);
}

/* False when reading the file would end the process. A file that is refused
 * with a message is no danger: reading it again gives the message. */
static bool survives(LLVMContextRef context, const char *path)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0)
		try_in_child(context, path);
	if (child < 0)
		return true; /* no process to spare: take the risk */
	while (waitpid(child, &status, 0) < 0) {
		if (errno != EINTR)
			return true;
	}
	return WIFEXITED(status) && WEXITSTATUS(status) <= TRIAL_REFUSED;
}

LLVMModuleRef read_module(LLVMContextRef context, const char *path, bool trusted,
			  char *message, size_t message_size)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, set_up_llvm);
	current_reading()->path = path;
	if (!trusted && !survives(context, path)) {
		complain(message, message_size, "the file is damaged");
		return NULL;
	}
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
