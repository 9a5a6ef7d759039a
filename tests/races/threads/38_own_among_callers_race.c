// SPDX-License-Identifier: MIT
/* A library that guards nothing, with much that it keeps: its callers race on all of it if they
 * are several, and that is one report. What its own threads race on is another one, though
 * callers touch it as well. */
#include <pthread.h>

static int (*work)(void);
static int done;

static int kept0;
static int kept1;
static int kept2;
static int kept3;
static int kept4;
static int kept5;
static int kept6;
static int kept7;
static int kept8;
static int kept9;
static int kept10;
static int kept11;
static int kept12;
static int kept13;
static int kept14;
static int kept15;
static int kept16;
static int kept17;
static int kept18;
static int kept19;
static int kept20;
static int kept21;

static void *run(void *arg)
{
	work(); // RACE
	done++; // RACE
	return arg;
}

void job_start(int (*f)(void))
{
	pthread_t t;

	work = f; // RACE
	if (!pthread_create(&t, NULL, run, NULL))
		pthread_detach(t);
}

int job_done(void)
{
	return done; // RACE
}

void job_keep(int n)
{
	kept0 = n; // RACE
	kept1 = n; // RACE
	kept2 = n; // RACE
	kept3 = n; // RACE
	kept4 = n; // RACE
	kept5 = n; // RACE
	kept6 = n; // RACE
	kept7 = n; // RACE
	kept8 = n; // RACE
	kept9 = n; // RACE
	kept10 = n; // RACE
	kept11 = n; // RACE
	kept12 = n; // RACE
	kept13 = n; // RACE
	kept14 = n; // RACE
	kept15 = n; // RACE
	kept16 = n; // RACE
	kept17 = n; // RACE
	kept18 = n; // RACE
	kept19 = n; // RACE
	kept20 = n; // RACE
	kept21 = n; // RACE
}
