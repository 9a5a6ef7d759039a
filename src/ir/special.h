/* SPDX-License-Identifier: MIT */
/*
 * Functions that do one of several things, as a number says that they are given:
 * control(file, CMD_FREE). A call that has a constant there is a call of a copy of the
 * function in which only that case is left, where this leaves much out, or a function that is
 * stored or handed on there: install(SIGHUP, once) makes one of two a handler. What the other
 * cases do, and what they call, is then nobody's fault but theirs who choose them.
 *
 * Likewise small functions that call what they are given: each(start), each(stop). Where one of
 * these starts something (given.h), a call that gives a function is a call of a copy that calls
 * that one. A function has at most 12 copies, and all of them together a part of the
 * program's size; --stats tells how many calls were left without.
 *
 * Likewise small functions that store the number, or compare it with what is stored:
 * set_state(x, RUNNING), set_state(x, DONE), is_state(x, DONE). Who finds DONE comes after who has
 * called the one copy, and not after who has called the other. And those that add the number:
 * add(group, 1), add(group, -1). Who finds zero comes after who has counted down. And those that
 * exchange it, or one for another: who finds zero by swap(&lock, 1) has the lock, and
 * swap(&lock, 0) gives it back.
 *
 * A compiler's own functions (those of vector instructions) have no position in the source.
 * They too are copied, for every call: what they do is done where they are called.
 *
 * The copies are new functions of the program, internal ones with the same name and the
 * same positions in the source. The function itself stays, for other calls.
 */
#ifndef CHEQUER_IR_SPECIAL_H
#define CHEQUER_IR_SPECIAL_H

#include "ir/ir.h"

/* Of a linked program; the number of copies. */
uint32_t ir_specialise(struct program *p);

#endif
