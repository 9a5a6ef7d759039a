// SPDX-License-Identifier: MIT
/* As 40_copied_string_safe.c, but what is copied is more than the string that was measured. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct disk {
	int *counter;
	char name[32];
};

static struct disk first, second, third;
static int reads, writes;

static void set(struct disk *to, const struct disk *from)
{
	size_t n = strlen(from->name);

	memcpy(to, from, offsetof(struct disk, name) + n + 1);
}

static void set_all(char *to, const char *from, size_t n)
{
	memcpy(to, from, n);
}

static void *work(void *arg)
{
	(*second.counter)++; // RACE
	(*third.counter)++;  // RACE
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	first.counter = &reads;
	set(&second, &first);
	first.counter = &writes;
	set_all((char *)&third, (char *)&first, sizeof(first) - (size_t)argc);
	pthread_create(&t, NULL, work, NULL);
	reads++;  // RACE
	writes++; // RACE
	pthread_join(t, NULL);
	return 0;
}
