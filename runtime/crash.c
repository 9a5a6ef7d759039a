/* SPDX-License-Identifier: MIT */
/*
 * Signals that end the program leave their stack in the log, and end it all the same. What
 * the program does with such a signal itself stays as it is. A child process goes on with
 * its one thread.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

static uintptr_t pc_of(const ucontext_t *c)
{
#if defined(__x86_64__)
	return (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__i386__)
	return (uintptr_t)c->uc_mcontext.gregs[REG_EIP];
#elif defined(__aarch64__)
	return c->uc_mcontext.pc;
#else
	(void)c;
	return 0;
#endif
}

static void crashed(int number, siginfo_t *info, void *context)
{
	static atomic_flag once = ATOMIC_FLAG_INIT;
	self.inside++;
	if (!atomic_flag_test_and_set(&once))
		log_crash(number, info->si_addr, pc_of(context));
	raise(number); /* SA_RESETHAND: for good, when we come back */
}

void watch_for_crashes(void)
{
	static char room[1 << 16];
	stack_t stack = {.ss_sp = room, .ss_size = sizeof(room)};
	struct sigaction a = {.sa_sigaction = crashed,
			      .sa_flags = SA_SIGINFO | SA_RESETHAND | SA_ONSTACK};
	struct sigaction old;
	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++) {
		if (sigaction(fatal[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
			sigaction(fatal[i], &a, NULL);
	}
}

/* ---- signals that the program handles ---- */

static _Atomic uint64_t handled; /* bit n: signal n has a handler */

static bool is_fatal(int number)
{
	for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++) {
		if (fatal[i] == number)
			return true;
	}
	return false;
}

static void note_handler(int number, bool has)
{
	if (number < 1 || number > 63 || is_fatal(number))
		return;
	if (has)
		atomic_fetch_or(&handled, UINT64_C(1) << number);
	else
		atomic_fetch_and(&handled, ~(UINT64_C(1) << number));
}

int sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old)
{
	if (new && !self.inside)
		note_handler(number,
			     new->sa_handler != SIG_DFL && new->sa_handler != SIG_IGN);
	return REAL(sigaction)(number, new, old);
}

__sighandler_t signal(int number, __sighandler_t handler)
{
	note_handler(number, handler != SIG_DFL && handler != SIG_IGN);
	return REAL(signal)(number, handler);
}

/* Anybody may send them at any time. They are taken here, if they are not blocked, or by the main
 * thread. */
void send_handled_signals(void)
{
	uint64_t set = atomic_load(&handled);
	bool to_main = self.number != 0 && draw(DRAW_HOLD) % 2;
	for (int i = 1; i < 64; i++) {
		if (set >> i & 1)
			syscall(SYS_tgkill, getpid(), to_main ? getpid() : gettid(), i);
	}
}

/* ---- fork ---- */

static void before_fork(void)
{
	self.inside++;
	sched_lock();
	log_lock_for_fork();
}

static void after_in_parent(void)
{
	log_unlock_for_fork();
	sched_unlock();
	self.inside--;
}

static void after_in_child(void)
{
	log_unlock_for_fork();
	forget_other_threads();
	self.inside--;
}

void prepare_fork(void)
{
	pthread_atfork(before_fork, after_in_parent, after_in_child);
}
