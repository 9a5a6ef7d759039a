/* SPDX-License-Identifier: MIT */
/*
 * Threads: each has a name that is the same in every run (its creator's, and how many that
 * one has created), and remembers the stack of its creation.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

_Thread_local struct thread self;
static atomic_uint thread_numbers;

/* What a new thread gets. */
struct start {
	void *(*run)(void *);
	int (*run_c11)(void *);
	void *argument;
	uint32_t number;
	uint64_t name;
	uintptr_t entry;
	struct stack created;
};

void *real_function(_Atomic(void *) *known, const char *name, const char *version)
{
	void *f = atomic_load_explicit(known, memory_order_acquire);
	if (f)
		return f;
	self.inside++;
#if defined(__x86_64__) || defined(__i386__)
	if (version)
		f = dlvsym(RTLD_NEXT, name, version);
#else
	(void)version;
#endif
	if (!f)
		f = dlsym(RTLD_NEXT, name);
	self.inside--;
	if (!f)
		abort();
	atomic_store_explicit(known, f, memory_order_release);
	return f;
}

void enter(void)
{
	self.inside++;
	if (self.shielded++ == 0) /* a handler that interrupts us is not inside */
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &self.cancellation);
}

void leave(void)
{
	self.inside--;
	if (--self.shielded == 0)
		pthread_setcancelstate(self.cancellation, NULL);
}

static void thread_gone(void)
{
	self.inside++;
	atomic_fetch_sub(&live_threads, 1);
	thread_ends();
}

/* Thread-specific data: its destructors, which are the program's own code, run in rounds. We
 * are gone in the last but one. */
static pthread_key_t last_words;

static void destructor_round(void *round)
{
	if ((intptr_t)round > 1)
		pthread_setspecific(last_words, (void *)((intptr_t)round - 1));
	else
		thread_gone();
}

void watch_for_ends(void)
{
	pthread_key_create(&last_words, destructor_round);
}

static void introduce(const struct start *s)
{
	self.number = s->number;
	self.name = s->name;
	self.entry = s->entry;
	self.created = s->created;
}

static void *run_thread(void *argument)
{
	struct start s = *(struct start *)argument;
	self.inside++;
	introduce(&s);
	free(argument);
	self.inside--;
	pthread_setspecific(last_words, (void *)(intptr_t)(PTHREAD_DESTRUCTOR_ITERATIONS - 1));
	maybe_delay();
	return s.run_c11 ? (void *)(intptr_t)s.run_c11(s.argument) : s.run(s.argument);
}

static int run_c11_thread(void *argument)
{
	return (int)(intptr_t)run_thread(argument);
}

/* NULL: too many threads, or no memory. */
static struct start *prepare(uintptr_t pc)
{
	struct start *s = NULL;
	self.inside++;
	if (atomic_load(&live_threads) < THREADS_AT_ONCE)
		s = calloc(1, sizeof(*s));
	if (s) {
		s->number = atomic_fetch_add(&thread_numbers, 1) + 1;
		s->name = mix(self.name + 1, ++self.children);
		take_stack(&s->created, pc);
		atomic_fetch_add(&live_threads, 1);
		thread_begins();
	}
	self.inside--;
	return s;
}

static void abandon(struct start *s)
{
	atomic_fetch_sub(&live_threads, 1);
	thread_ends();
	self.inside++;
	free(s);
	self.inside--;
}

int pthread_create(pthread_t *restrict id, const pthread_attr_t *restrict attr,
		   void *(*run)(void *), void *restrict argument)
{
	if (!plan.active)
		return REAL(pthread_create)(id, attr, run, argument);
	access_at(id, sizeof(*id), WRITES, CALLER);
	struct start *s = prepare(CALLER);
	if (!s)
		return EAGAIN;
	s->run = run;
	s->entry = (uintptr_t)run;
	s->argument = argument;
	int error = REAL(pthread_create)(id, attr, run_thread, s);
	if (error)
		abandon(s);
	else
		maybe_delay();
	return error;
}

int thrd_create(thrd_t *id, thrd_start_t run, void *argument)
{
	if (!plan.active)
		return REAL(thrd_create)(id, run, argument);
	access_at(id, sizeof(*id), WRITES, CALLER);
	struct start *s = prepare(CALLER);
	if (!s)
		return thrd_nomem;
	s->run_c11 = run;
	s->entry = (uintptr_t)run;
	s->argument = argument;
	int result = REAL(thrd_create)(id, run_c11_thread, s);
	if (result != thrd_success)
		abandon(s);
	else
		maybe_delay();
	return result;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	if (plan.active && !self.inside)
		access_at(key, sizeof(*key), WRITES, CALLER);
	return REAL(pthread_key_create)(key, destructor);
}

/* Only the main thread has no other way to tell us. */
static void main_leaves(void)
{
	if (plan.active && self.number == 0)
		thread_gone();
}

void pthread_exit(void *result)
{
	main_leaves();
	REAL(pthread_exit)(result);
	__builtin_unreachable();
}

void thrd_exit(int result)
{
	main_leaves();
	REAL(thrd_exit)(result);
	__builtin_unreachable();
}
