// SPDX-License-Identifier: MIT
/* A failure path that jumps past the join. */
#include <pthread.h>
#include <stdio.h>

static int lines;

static void *count(void *arg)
{
	lines++; // RACE
	return arg;
}

static int check(const char *name)
{
	return name[0] == '\0' ? -1 : 0;
}

int main(int argc, char **argv)
{
	pthread_t t;
	int status = 1;

	if (pthread_create(&t, NULL, count, NULL))
		return 1;
	if (check(argv[argc - 1]) < 0)
		goto out;
	status = 0;
	pthread_join(t, NULL);
out:
	printf("%d lines\n", lines); // RACE
	return status;
}
// TSAN: misses, the failing path is not taken
