/* SPDX-License-Identifier: MIT */
#ifndef HOOKS_H
#define HOOKS_H

struct context {
#ifdef WITH_EXTRA
	long extra;
#endif
	struct context *next;
	long state;
};

typedef void hook(struct context *);

extern void *hooks[2];

void add_hook(void);

#endif
