// SPDX-License-Identifier: MIT
/* As many bytes as it is told, into a member that another thread uses, or from the start
 * of a struct on. */
#include <pthread.h>
#include <string.h>

struct limits {
	int least, most;
};

struct session {
	int level;
	char done;
	struct limits limits;
	char *name;
};

static struct session session;
static char input[4096];

static void get(void *to, size_t n)
{
	memcpy(to, input, n); // RACE
}

static void *run(void *arg)
{
	get(&session.done, strlen(arg));
	get(&session.limits, strlen(arg));
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	pthread_create(&id, NULL, run, argv[0]);
	session.done = 1;           // RACE
	session.limits.most = argc; // RACE
	pthread_join(id, NULL);
	return 0;
}
