// SPDX-License-Identifier: MIT
/* A library whose function has two versions: callers of 'launch' get the first. */
#include <pthread.h>

extern int total;

int launch_v1(void);
int launch_v2(void);
__asm__(".symver launch_v1, launch@@V1");
__asm__(".symver launch_v2, launch@V2");

static void *count(void *arg)
{
	total++; // NORACE
	return arg;
}

static void *ignore(void *arg)
{
	return arg;
}

int launch_v1(void)
{
	pthread_t t;

	return pthread_create(&t, NULL, ignore, NULL);
}

int launch_v2(void)
{
	pthread_t t;

	return pthread_create(&t, NULL, count, NULL);
}
