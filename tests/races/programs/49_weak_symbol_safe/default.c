// SPDX-License-Identifier: MIT
/* A weak function is replaced by another file's: the strong one runs. */
#include "hooks.h"

int events;

__attribute__((weak)) void on_event(void)
{
	events++; // NORACE
}
