// SPDX-License-Identifier: MIT
/* Out-parameters of one size, and results that are stored fresh. */
#define _GNU_SOURCE
#include <math.h>
#include <netdb.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include "../two.h"

static struct {
	time_t now;
	int other;
} clock_state;
static struct timespec stamp;
static struct timeval day;
static double whole;
static int exponent;
static unsigned seed;
static struct addrinfo *shared_list;

static void *calls(void *arg)
{
	struct addrinfo *list = NULL;

	time(&clock_state.now); // RACE
	time(NULL); // NORACE
	clock_gettime(CLOCK_REALTIME, &stamp); // RACE
	gettimeofday(&day, NULL); // RACE
	modf(1.5, &whole); // RACE
	frexp(1.5, &exponent); // RACE
	rand_r(&seed); // RACE
	if (getaddrinfo("a", "b", NULL, &list) == 0)
		list->ai_flags = 1; // NORACE
	getaddrinfo("a", "b", NULL, &shared_list); // RACE
	return arg;
}

static void *accesses(void *arg)
{
	double n = 0;

	n += (double)clock_state.now; // RACE
	n += clock_state.other; // NORACE
	n += (double)stamp.tv_nsec; // RACE
	n += (double)day.tv_sec; // RACE
	n += whole; // RACE
	n += exponent; // RACE
	n += seed; // RACE
	n += shared_list != NULL; // RACE
	return n > 0 ? arg : NULL;
}

TWO_THREADS(calls, accesses)
