// SPDX-License-Identifier: MIT
/* All members of a struct that lstat has filled are asked for. */
#include <pthread.h>
#include <sys/stat.h>
#include <stdio.h>
struct totals { long files, dirs, big; };
static struct totals totals;
static void *walk(void *arg)
{
	const char *const *names = arg;
	struct stat st = {0};
	for (; *names; names++) {
		if (lstat(*names, &st) != 0)
			continue;
		if (S_ISDIR(st.st_mode))
			totals.dirs++; // RACE
		else if (st.st_size > 4096)
			totals.big++; // RACE
		else
			totals.files++; // RACE
	}
	return NULL;
}
int main(void)
{
	static const char *a[] = {"/etc", "/etc/passwd", "/proc/version", "/bin/sh", "/bin/ls", NULL}, *b[] = {"/usr", "/etc/group",
		"/proc/version", "/bin/ls", NULL};
	pthread_t t, u;
	pthread_create(&t, NULL, walk, a);
	pthread_create(&u, NULL, walk, b);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	printf("%ld %ld %ld\n", totals.files, totals.dirs, totals.big);
	return 0;
}
