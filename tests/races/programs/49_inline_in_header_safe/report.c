// SPDX-License-Identifier: MIT
#include "counter.h"

void *report(void *arg)
{
	return counter_get(&requests) > 5 ? arg : NULL;
}
