// SPDX-License-Identifier: MIT
// RUN: -- -fcommon
/* A tentative definition here, the initialised one in the other file: one variable. */
#include <pthread.h>

int shared_total;

void *one(void *arg);

void *one(void *arg)
{
	shared_total += 1; // RACE
	return arg;
}
