// SPDX-License-Identifier: MIT
/* A function that creates threads if it is told to, and returns the same in any case: who does not
 * tell it to, by a number, by what an engine's function returns, or by a flag in a struct, goes on
 * alone. */
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
	done++; // NORACE
	served++; // NORACE
	kept++; // NORACE
	return arg;
}

static int setup(void)
{
	return 0;
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
	served++; // NORACE
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
	served++; // NORACE
	start_as_set(&s);
	kept++; // NORACE
	return done + served + kept > s.port; // NORACE
}
