// SPDX-License-Identifier: MIT
/* A digest in a larger object: its words are filled byte by byte, from a place that is
 * computed. The rest of the object is another thread's. */
#include <pthread.h>
#include <stdint.h>
#include <string.h>

struct digest {
	uint32_t a, used;
	uint32_t words[32];
};

struct session {
	int level;
	struct digest digest;
	int flags;
	char *name;
};

static struct session session;

static void feed(struct digest *d, const char *data, size_t n)
{
	size_t left = d->used; // NORACE

	memcpy(&((char *)d->words)[left], data, n); // NORACE
	((char *)d->words)[left + n] = 0;           // NORACE
	d->used = (uint32_t)(left + n) & 63;        // NORACE
}

static void *run(void *arg)
{
	feed(&session.digest, arg, strlen(arg));
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	pthread_create(&id, NULL, run, argv[0]);
	session.flags = argc;   // NORACE
	session.name = argv[1]; // NORACE
	session.level++;        // NORACE
	pthread_join(id, NULL);
	return (int)session.digest.words[0]; // NORACE
}
