// SPDX-License-Identifier: MIT
/* As 64_started_if_asked_safe.c: but one engine has a worker. It is created after the first access to
 * done; nobody joins it. */
#include <pthread.h>
#include <stddef.h>

struct engine {
	const char *name;
	int (*setup)(void);
};
struct settings {
	int workers, port;
};
static long done, served, kept;

static void *work(void *arg)
{
	done++; // RACE
	served++; // RACE
	kept++; // RACE
	return arg;
}

static int setup(void)
{
	return 1;
}

static const struct engine single = {"single", setup};
static const struct engine *const engines[] = {&single, NULL};

static void start(int workers)
{
	pthread_t id;

	if (workers > 0)
		pthread_create(&id, NULL, work, NULL);
}

static int serve(int workers)
{
	start(workers);
	served++; // RACE
	return 0;
}

static void start_as_set(const struct settings *s)
{
	pthread_t id;

	if (!s->workers)
		return;
	pthread_create(&id, NULL, work, NULL);
}

int main(void)
{
	struct settings s;

	s.workers = 0;
	s.port = 80;
	start(0);
	done++; // NORACE
	for (int i = 0; engines[i]; i++) {
		int n = engines[i]->setup();
		if (n >= 0)
			serve(n);
	}
	served++; // RACE
	start_as_set(&s);
	kept++; // RACE
	return done + served + kept > s.port; // RACE
}
