/* SPDX-License-Identifier: MIT */
/* The watchdog: looks every ten milliseconds, and only when there is a limit. */
#define _GNU_SOURCE
#include "base/limit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"

/* So much longer a phase may take until it stops by itself. */
#define GRACE 0.04
/* So much of the time is left for what comes after the phases: the report is written. */
#define RESERVE 0.03

/* What copies of this process see, too. */
struct shared {
	atomic_int reached;
	atomic_ullong copies; /* bytes that they have taken */
};

static struct {
	double seconds, started;
	uint64_t bytes;
	limit_overrun *overrun;
	struct shared *shared; /* NULL: there is no limit */
	uint64_t copied; /* of a copy: what it has counted, or had from the beginning */
} limits;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t resident_bytes(void)
{
	unsigned long long size = 0, resident = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (!f)
		return 0;
	int n = fscanf(f, "%llu %llu", &size, &resident);
	fclose(f);
	return n == 2 ? resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* How far over which limit: 0 under, 1 reached, 2 overrun. */
static int time_level(void)
{
	double grace = limits.seconds * GRACE < 0.4 ? 0.4 : limits.seconds * GRACE;
	double used = now() - limits.started;
	if (limits.seconds <= 0 || used < limits.seconds * (1 - RESERVE))
		return 0;
	return used < limits.seconds + grace ? 1 : 2;
}

static int memory_level(void)
{
	uint64_t least = (uint64_t)16 << 20, part = (uint64_t)((double)limits.bytes * GRACE);
	uint64_t grace = part < least ? least : part;
	if (limits.bytes == 0)
		return 0;
	uint64_t used = resident_bytes() + atomic_load(&limits.shared->copies);
	if (used < limits.bytes)
		return 0;
	return used < limits.bytes + grace ? 1 : 2;
}

static void look(int level, enum limit which)
{
	int none = LIMIT_NONE;
	if (level >= 1)
		atomic_compare_exchange_strong(&limits.shared->reached, &none, (int)which);
	if (level >= 2)
		limits.overrun(which);
}

static void *watch(void *unused)
{
	const struct timespec pause = {0, 10 * 1000 * 1000};
	(void)unused;
	for (;;) {
		look(time_level(), LIMIT_TIME);
		look(memory_level(), LIMIT_MEMORY);
		nanosleep(&pause, NULL);
	}
	return NULL;
}

void limit_start(double seconds, uint64_t megabytes, limit_overrun *overrun)
{
	pthread_t id;
	if (seconds <= 0 && megabytes == 0)
		return;
	limits.seconds = seconds;
	limits.bytes = megabytes << 20;
	limits.overrun = overrun;
	limits.started = now();
	void *shared = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		die("no memory for the limits");
	limits.shared = shared;
	if (pthread_create(&id, NULL, watch, NULL) != 0)
		die("cannot start the thread that watches the limits");
	pthread_detach(id);
}

enum limit limit_reached(void)
{
	if (!limits.shared)
		return LIMIT_NONE;
	return (enum limit)atomic_load_explicit(&limits.shared->reached, memory_order_relaxed);
}

void limit_count_copy(void)
{
	if (!limits.shared || !limits.bytes)
		return;
	uint64_t now_used = resident_bytes();
	if (limits.copied)
		atomic_fetch_add(&limits.shared->copies, now_used - limits.copied);
	limits.copied = now_used;
}

const char *limit_name(enum limit which)
{
	static const char *const names[] = {"no limit", "time limit", "memory limit"};
	return names[which];
}
