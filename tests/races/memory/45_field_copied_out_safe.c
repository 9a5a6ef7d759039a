// SPDX-License-Identifier: MIT
/* What is found in an object is copied where others see it. That makes the object itself
 * no less private: it was made for a thread that could not be started. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct job {
	long number;
	const char *name;
	pthread_t id;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *last_name;
static long last_number;

static void note(const struct job *j)
{
	pthread_mutex_lock(&lock);
	last_name = j->name;
	last_number = j->number;
	pthread_mutex_unlock(&lock);
}

static void discard(struct job *j)
{
	note(j);
	memset(j, 0, sizeof(*j)); // NORACE
	free(j);
}

static void *run(void *arg)
{
	struct job *j = arg;

	j->number++; // NORACE
	discard(j);
	return NULL;
}

static void start(struct job *j)
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	if (pthread_create(&j->id, &attr, run, j))
		discard(j);
	pthread_attr_destroy(&attr);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		struct job *j = calloc(1, sizeof(*j));

		if (!j)
			break;
		j->number = i;
		j->name = argv[i];
		start(j);
	}
	return 0;
}
