// SPDX-License-Identifier: MIT
/* As 43_copied_into_array_safe.c, but the name itself is read meanwhile. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct topic {
	char name[16];
	int timeout, retries;
	long limit;
};

static struct topic *topic;

static void copy(char *to, const char *from, size_t room)
{
	size_t n = strlen(from);

	memcpy(to, from, n < room ? n : room - 1); // RACE
}

static void *rename_it(void *arg)
{
	copy(topic->name, arg, sizeof(topic->name));
	return NULL;
}

int main(void)
{
	pthread_t t;
	int sum;

	topic = calloc(1, sizeof(*topic));
	if (!topic)
		return 1;
	pthread_create(&t, NULL, rename_it, "renamed");
	sum = topic->name[3]; // RACE
	pthread_join(t, NULL);
	return sum;
}
