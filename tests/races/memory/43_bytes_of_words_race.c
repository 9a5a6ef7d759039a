// SPDX-License-Identifier: MIT
/* The words themselves are shared, seen as bytes or as words; and bytes counted from the
 * start of a struct may be anywhere in it. */
#include <pthread.h>
#include <stdint.h>
#include <string.h>

struct digest {
	uint32_t words[32];
	uint32_t used;
};

struct session {
	int level;
	struct digest digest;
	int flags;
};

static struct session session;

static void feed(struct digest *d, const char *data, size_t at, size_t n)
{
	memcpy(&((char *)d->words)[at], data, n); // RACE
}

static void patch(struct session *s, size_t at)
{
	((char *)&s->level)[at] = 1; // RACE
}

static void *run(void *arg)
{
	feed(&session.digest, arg, strlen(arg), 4);
	patch(&session, strlen(arg));
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	pthread_create(&id, NULL, run, argv[0]);
	session.digest.words[argc] = 0; // RACE
	session.digest.used = 1;        // RACE
	session.flags = argc;           // RACE
	pthread_join(id, NULL);
	return 0;
}
