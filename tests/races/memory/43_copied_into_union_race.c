// SPDX-License-Identifier: MIT
/* What is copied into one member of a union is in the others; and where none of them is an array
 * at that place, so many bytes may mean the struct. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct topic {
	long kind;
	union {
		char name[8];
		struct {
			long width;
			char text[40];
			int last;
		} label;
	} as;
	int timeout, retries;
	long limit;
};

struct plain {
	union {
		int number;
		long large;
	} as;
	int timeout;
	long limit;
};

static struct topic *topic;
static struct plain *plain;

static void copy(char *to, const char *from, size_t room)
{
	size_t n = strlen(from);

	memcpy(to, from, n < room ? n : room - 1); // RACE
}

static void *rename_it(void *arg)
{
	copy(topic->as.name, arg, sizeof(topic->as.label));
	copy((char *)&plain->as.number, arg, sizeof(*plain));
	return NULL;
}

int main(void)
{
	pthread_t t;
	int sum;

	topic = calloc(1, sizeof(*topic));
	plain = calloc(1, sizeof(*plain));
	if (!topic || !plain)
		return 1;
	pthread_create(&t, NULL, rename_it, "renamed");
	sum = topic->as.label.last; // RACE
	sum += plain->timeout; // RACE
	pthread_join(t, NULL);
	return sum;
}
