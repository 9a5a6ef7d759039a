// SPDX-License-Identifier: MIT
/* A function reads as many bytes as it is told into what it is given: one member. */
#include <pthread.h>
#include <string.h>
#include <unistd.h>

struct session {
	int level;
	char done;
	long total;
	char *name;
};

static struct session session;
static char input[4096];

static size_t get(void *to, size_t n)
{
	static size_t at;

	if (at + n > sizeof(input))
		n = sizeof(input) - at;
	memcpy(to, input + at, n); // NORACE
	at += n;
	return n;
}

static void *run(void *arg)
{
	get(&session.done, 1);
	while (read(0, &session.total, get(&session.total, sizeof(long))) > 0) // NORACE
		;
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	pthread_create(&id, NULL, run, NULL);
	session.level = argc;   // NORACE
	session.name = argv[1]; // NORACE
	pthread_join(id, NULL);
	return session.done; // NORACE
}
