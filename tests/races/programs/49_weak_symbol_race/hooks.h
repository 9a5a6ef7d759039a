/* SPDX-License-Identifier: MIT */
#ifndef HOOKS_H
#define HOOKS_H

extern int events;

void on_event(void);

#endif
