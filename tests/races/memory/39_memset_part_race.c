// SPDX-License-Identifier: MIT
/* memset of one part of a struct and an access to another. */
#include <pthread.h>
#include <string.h>

struct record {
	char name[16];
	int values[8];
	int sum;
};

static struct record record;

static void *clear(void *arg)
{
	memset(&record, 0, sizeof(record)); // RACE
	return arg;
}

static void *total(void *arg)
{
	record.sum += 5; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, clear, NULL);
	pthread_create(&second, NULL, total, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
