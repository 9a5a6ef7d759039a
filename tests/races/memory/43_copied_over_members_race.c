// SPDX-License-Identifier: MIT
/* Copied from the first member on, which is no array: that means the struct. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct topic {
	int name;
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
	copy((char *)&topic->name, arg, sizeof(*topic));
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
	sum = topic->timeout + topic->retries; // RACE
	pthread_join(t, NULL);
	return sum;
}
