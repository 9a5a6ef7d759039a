/* SPDX-License-Identifier: MIT */
/*
 * What happens to a program from outside, written into it: calls that the loader or the
 * hardware makes and no line of C does. Comes in: a linked program and the models. Goes
 * out: the same program with a few calls more, so that no later stage needs to know.
 *
 * Constructors. What the loader calls before main, main calls (constructors.c).
 *
 * Cleanup handlers. A thread that is cancelled runs them where it was cancelled (cancel.c).
 *
 * Interrupt handlers. A function is one if nothing calls it, it takes no argument, and
 * - the compiler was told so (__attribute__((interrupt))), or
 * - a row of the models says so by its name (*_IRQHandler), or
 * - it stands in a table with a function that calls main: the vectors.
 * They run from where interrupts are turned on: a call of a function whose row says
 * 'enables_interrupts'. In a program without such a call, from the start of main.
 *
 * Kernels. In the code of one, marked accesses are atomics, and rows stand for its locks,
 * threads and allocators although it has bodies for them (kernel.c).
 *
 * Modules. A program without main that has a function which a row calls the first one of a
 * module is a driver, or the like: what the system does with it (module.c) is a new function.
 *
 * Assembly. A statement that a row stands for ("cpsid i"), and one that was inlined from
 * a function whose row wins (__disable_irq), becomes a call.
 */
#ifndef CHEQUER_OUTSIDE_OUTSIDE_H
#define CHEQUER_OUTSIDE_OUTSIDE_H

#include "ir/ir.h"
#include "model/model.h"

/* Functions that are made here, if the program is a module: its life, and one whose thread
 * stands for those that call all other functions which only code outside may call. */
#define OUTSIDE_MODULE "module.life"
#define OUTSIDE_OTHERS "module.others"
/* Of these: what is done while the system begins. */
#define OUTSIDE_BOOT "system.begin"
/* And in a library: what the loader calls before anybody may call it, and when nobody does any
 * more. */
#define OUTSIDE_LOADED "library.loaded"
#define OUTSIDE_UNLOADED "library.unloaded"
/* Call what atexit and such were given: where the program is ended, and where main returns. */
#define OUTSIDE_EXIT "program.exit"
#define OUTSIDE_RETURN "program.return"

struct outside_options {
	bool chosen; /* the user has said where the program is entered */
	bool kernel; /* and that it is code of a kernel */
	const struct intern *api; /* names in the public headers of a library; or NULL */
};

/* Of a linked program; adds rows of its own to the models. */
void outside_add(struct program *p, struct models *m, struct outside_options o);

#endif
