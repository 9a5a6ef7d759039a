/* SPDX-License-Identifier: MIT */
/* Phase times and counters, in the order in which they were first named. */
#define _GNU_SOURCE
#include "base/stats.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/vec.h"

struct stats_row {
	const char *name;
	double wall, cpu;   /* seconds; cpu includes children that were waited for */
	long peak_kb;	    /* peak resident memory so far, at the end of the phase */
};

struct stats_counter {
	const char *name;
	uint64_t value;
};

static VEC(struct stats_row) rows;
static VEC(struct stats_counter) counters;
static bool running;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER; /* the watchdog prints too */

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static double cpu_now(void)
{
	struct rusage self, children;
	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &children);
	return seconds(self.ru_utime) + seconds(self.ru_stime) +
	       seconds(children.ru_utime) + seconds(children.ru_stime);
}

static double wall_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void end_phase(void)
{
	struct rusage self;
	struct stats_row *r = &vec_last(&rows);
	getrusage(RUSAGE_SELF, &self);
	r->wall = wall_now() - r->wall;
	r->cpu = cpu_now() - r->cpu;
	r->peak_kb = self.ru_maxrss;
	running = false;
}

void stats_phase(const char *name)
{
	pthread_mutex_lock(&turn);
	if (running)
		end_phase();
	if (name)
		vec_push(&rows, ((struct stats_row){name, wall_now(), cpu_now(), 0}));
	running = name;
	pthread_mutex_unlock(&turn);
}

void stats_count(const char *name, uint64_t value)
{
	uint32_t i = 0;
	pthread_mutex_lock(&turn);
	while (i < counters.n && strcmp(counters.at[i].name, name) != 0)
		i++;
	if (i == counters.n)
		vec_push(&counters, ((struct stats_counter){name, value}));
	counters.at[i].value = value;
	pthread_mutex_unlock(&turn);
}

void stats_print(FILE *out)
{
	pthread_mutex_lock(&turn);
	if (running)
		end_phase();
	fprintf(out, "%-28s %10s %10s %12s\n", "phase", "seconds", "cpu", "peak memory");
	for (uint32_t i = 0; i < rows.n; i++)
		fprintf(out, "%-28s %10.3f %10.3f %9.1f MB\n", rows.at[i].name,
			rows.at[i].wall, rows.at[i].cpu, (double)rows.at[i].peak_kb / 1024.0);
	for (uint32_t i = 0; i < counters.n; i++)
		fprintf(out, "%-44s %10llu\n", counters.at[i].name,
			(unsigned long long)counters.at[i].value);
	pthread_mutex_unlock(&turn);
}
