// SPDX-License-Identifier: MIT
#include "bank.h"

static void *depositor(void *arg)
{
	struct bank *b = arg;

	bank_enter(b);
	bank_put(b, 1);
	bank_leave(b);
	return NULL;
}

static void *auditor(void *arg)
{
	struct bank *b = arg;

	bank_put(b, -1);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, depositor, &the_bank);
	pthread_create(&second, NULL, auditor, &the_bank);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return the_bank.cash != 0; // NORACE
}
