// SPDX-License-Identifier: MIT
/* One pointer of one element of an array is copied to where others find it, as bytes: what
 * the same pointer of all elements means may be theirs, the other pointer's is not. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct item {
	int *mine, *ours;
};

static int *published;

static void *use(void *arg)
{
	++*published; // RACE
	return arg;
}

static void fill(struct item *items, int n)
{
	for (int i = 0; i < n; i++) {
		items[i].mine = calloc(1, sizeof(int));
		items[i].ours = calloc(1, sizeof(int));
	}
}

int main(int argc, char **argv)
{
	struct item items[4], copies[4];
	pthread_t id;

	(void)argv;
	fill(items, 4);
	memcpy(&copies[argc % 4], &items[argc % 4], sizeof(items[1]));
	memcpy(&published, &copies[argc % 4].ours, sizeof(published));
	pthread_create(&id, NULL, use, NULL);
	++*items[argc % 4].ours; // RACE
	++*items[2].mine; // NORACE
	++*copies[3].mine; // NORACE
	pthread_join(id, NULL);
	return 0;
}
