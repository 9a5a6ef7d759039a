// SPDX-License-Identifier: MIT
/* Callbacks that get nothing of ours, and callbacks that get our context. */
#define _GNU_SOURCE
#include <dirent.h>
#include <ftw.h>
#include <link.h>
#include <stdlib.h>
#include "../two.h"

static int visited, chosen, headers;

static int visit(const char *path, const struct stat *status, int type)
{
	(void)path;
	(void)status;
	visited += type; // RACE
	return 0;
}

static int choose(const struct dirent *entry)
{
	(void)entry;
	chosen++; // RACE
	return 1;
}

static int count(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)info;
	(void)size;
	++*(int *)context; // RACE
	return 0;
}

static void *calls(void *arg)
{
	struct dirent **list;

	ftw("/", visit, 10);
	if (scandir("/", &list, choose, alphasort) > 0)
		free(list);
	dl_iterate_phdr(count, &headers);
	return arg;
}

static void *accesses(void *arg)
{
	visited = 0; // RACE
	chosen = 0; // RACE
	headers = 0; // RACE
	return arg;
}

TWO_THREADS(calls, accesses)
