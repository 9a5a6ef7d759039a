/* SPDX-License-Identifier: MIT */
#ifndef BANK_H
#define BANK_H

#include <pthread.h>

struct bank {
	pthread_mutex_t lock;
	long cash;
};

extern struct bank the_bank;

void bank_enter(struct bank *b);
void bank_leave(struct bank *b);
void bank_put(struct bank *b, long n);

#endif
