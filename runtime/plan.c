/* SPDX-License-Identifier: MIT */
/*
 * Reads the plan, a line a fact. 'module PATH' says to which loaded file the addresses
 * after it belong; those of files that are not loaded are skipped. src/confirm/plan.c
 * writes it.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct plan plan = {.log = -1};
static uint32_t known_modules; /* loaded, and in the plan */

struct search {
	const char *path;
	uintptr_t base;
	bool found;
};

static bool is_same_file(const char *name, const char *path)
{
	char real[PATH_MAX];
	if (!name || !*name)
		name = "/proc/self/exe";
	return realpath(name, real) && strcmp(real, path) == 0;
}

static int try_module(struct dl_phdr_info *info, size_t size, void *context)
{
	struct search *s = context;
	(void)size;
	if (!is_same_file(info->dlpi_name, s->path))
		return 0;
	s->base = info->dlpi_addr;
	s->found = true;
	return 1;
}

/* NULL when it cannot be had. */
static void *map_file(const char *path, size_t size)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	void *p = MAP_FAILED;
	if (fd >= 0)
		p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd >= 0)
		close(fd);
	return p == MAP_FAILED ? NULL : p;
}

static void map_counters(const char *path, uint32_t count)
{
	plan.reached = map_file(path, count * sizeof(uint32_t));
	plan.reached_count = plan.reached ? count : 0;
}

static void map_hot(const char *path, bool only)
{
	plan.hot = map_file(path, sizeof(struct hot));
	plan.only_hot = only;
}

/* Lines about addresses of one module. */
static void read_address_line(const char *line, uintptr_t base)
{
	uintmax_t low, high, thread, groups;
	int id;
	unsigned arrival, side;
	if (sscanf(line, "place %jx %jx %d %jx", &low, &high, &id, &groups) == 4)
		add_place(base + (uintptr_t)low, base + (uintptr_t)high, id, groups);
	else if (sscanf(line, "atomic %jx %jx", &low, &high) == 2)
		add_atomic_function(base + (uintptr_t)low, base + (uintptr_t)high);
	else if (sscanf(line, "replay %u %jx %jx %jx %u", &side, &thread, &low, &high,
			&arrival) == 5)
		add_replay(side, thread, base + (uintptr_t)low, base + (uintptr_t)high, arrival);
}

static void read_setting(const char *line)
{
	char path[PATH_MAX];
	uintmax_t n;
	unsigned count;
	if (sscanf(line, "seed %ju", &n) == 1)
		plan.seed = n;
	else if (sscanf(line, "random %ju", &n) == 1)
		plan.random_share = (uint32_t)n;
	else if (sscanf(line, "delay %ju", &n) == 1)
		plan.delay_share = (uint32_t)n;
	else if (sscanf(line, "groups %ju", &n) == 1)
		plan.groups = (uint32_t)n;
	else if (sscanf(line, "hold %ju", &n) == 1)
		plan.hold_us = (uint32_t)n + 8;
	else if (sscanf(line, "budget %ju", &n) == 1)
		plan.budget_us = n;
	else if (sscanf(line, "log %4095[^\n]", path) == 1)
		log_open(path);
	else if (sscanf(line, "reached %u %4095[^\n]", &count, path) == 2)
		map_counters(path, count);
	else if (sscanf(line, "hot %u %4095[^\n]", &count, path) == 2)
		map_hot(path, count);
	else if (sscanf(line, "signals %u", &count) == 1)
		plan.signals = count;
	else if (strcmp(line, "exact\n") == 0)
		plan.replay = true;
}

static bool is_file(struct dl_phdr_info *info)
{
	return !info->dlpi_name || !*info->dlpi_name || info->dlpi_name[0] == '/';
}

static int count_module(struct dl_phdr_info *info, size_t size, void *context)
{
	struct search *s = context;
	(void)size;
	s->base += is_file(info);
	return 0;
}

/* For the next plan: it may be instrumented. */
static int name_module(struct dl_phdr_info *info, size_t size, void *unused)
{
	char real[PATH_MAX];
	(void)size, (void)unused;
	const char *name = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
	if (is_file(info) && realpath(name, real))
		log_line("program %s", real);
	return 0;
}

void read_plan(const char *path)
{
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	struct search module = {0};
	if (!in)
		return;
	while (getline(&line, &size, in) > 0) {
		if (strncmp(line, "module ", 7) == 0) {
			line[strcspn(line, "\n")] = 0;
			module = (struct search){line + 7, 0, false};
			dl_iterate_phdr(try_module, &module);
			known_modules += module.found;
		} else if (module.path && module.found) {
			read_address_line(line, module.base);
		} else if (!module.path) {
			read_setting(line);
		}
	}
	free(line);
	fclose(in);
	sort_places();
	struct stack first; /* the unwinder loads its library now */
	take_stack(&first, 0);
	plan.begin_us = now_us();
	plan.active = plan.log >= 0;
	/* the kernel's own is loaded too, and nobody can plan for it */
	struct search all = {0};
	dl_iterate_phdr(count_module, &all);
	if (plan.active && known_modules < all.base)
		dl_iterate_phdr(name_module, NULL);
}
