// SPDX-License-Identifier: MIT
/* Strings are copied from one struct to another, by strcpy and by memcpy of as many bytes as
 * strlen has found. The pointers behind them are not copied with them. */
#include <pthread.h>
#include <string.h>

struct disk {
	char name[32], label[32];
	int *counter;
};

static struct disk first, second;
static int reads, writes;

static void set(char *to, size_t room, const char *from)
{
	size_t n = strlen(from);

	if (n < room)
		memcpy(to, from, n + 1);
}

static void *work(void *arg)
{
	(*second.counter)++; // NORACE
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;

	first.counter = &reads;
	second.counter = &writes;
	set(first.name, sizeof(first.name), argv[argc - 1]);
	set(second.name, sizeof(second.name), first.name);
	strcpy(second.label, first.label);
	pthread_create(&t, NULL, work, NULL);
	reads++; // NORACE
	pthread_join(t, NULL);
	return writes;
}
