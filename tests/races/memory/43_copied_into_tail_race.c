// SPDX-License-Identifier: MIT
/* An array at the end of a struct may be longer than it says: the bytes behind it are
 * touched too. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct topic {
	int timeout;
	char name[1];
};

static struct topic *topic;

static void copy(char *to, const char *from, size_t room)
{
	size_t n = strlen(from);

	memcpy(to, from, n < room ? n : room - 1); // RACE
}

static void *rename_it(void *arg)
{
	copy(topic->name, arg, 64);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int sum;

	topic = calloc(1, sizeof(*topic) + 64);
	if (!topic)
		return 1;
	pthread_create(&t, NULL, rename_it, "renamed");
	sum = topic->name[5]; // RACE
	pthread_join(t, NULL);
	return sum;
}
