// SPDX-License-Identifier: MIT
/* So many bytes are copied into an array that one of the members of a union is, and a name is
 * measured there: that stays in the union. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct topic {
	long kind;
	union {
		char name[16];
		struct {
			int width;
			char text[40];
		} label;
	} as;
	int timeout, retries;
	long limit;
};

static struct topic *topic, other;

static void copy(char *to, const char *from, size_t room)
{
	size_t n = strlen(from);

	memcpy(to, from, n < room ? n : room - 1); // NORACE
}

static void *rename_it(void *arg)
{
	copy(topic->as.name, arg, sizeof(topic->as.name));
	copy(topic->as.label.text, arg, sizeof(topic->as.label.text));
	return strlen(other.as.label.text) ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t t;
	int sum;

	topic = calloc(1, sizeof(*topic));
	if (!topic)
		return 1;
	pthread_create(&t, NULL, rename_it, "new");
	sum = topic->timeout + topic->retries; // NORACE
	other.timeout = other.retries = sum; // NORACE
	pthread_join(t, NULL);
	return sum;
}
