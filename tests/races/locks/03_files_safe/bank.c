// SPDX-License-Identifier: MIT
/* Lock, access and unlock in three functions, the callers in another file. */
#include "bank.h"

struct bank the_bank = { .lock = PTHREAD_MUTEX_INITIALIZER };

void bank_enter(struct bank *b)
{
	pthread_mutex_lock(&b->lock);
}

void bank_leave(struct bank *b)
{
	pthread_mutex_unlock(&b->lock);
}

void bank_put(struct bank *b, long n)
{
	b->cash += n; // NORACE
}
