// SPDX-License-Identifier: MIT
// As 22_running_flag_early_safe.c, but flag and id are in a local variable of main.
#include <pthread.h>

struct service {
	pthread_t id;
	int running, done;
};

static void *serve(void *arg)
{
	struct service *s = arg;

	s->done++; // FP a flag that is cleared before the join is known in global variables only
	return NULL;
}

static void start(struct service *s)
{
	if (pthread_create(&s->id, NULL, serve, s) == 0)
		s->running = 1; // NORACE
}

static void stop(struct service *s)
{
	if (s->running) {
		s->running = 0; // NORACE
		pthread_join(s->id, NULL);
	}
}

int main(void)
{
	struct service s = {0};

	start(&s);
	stop(&s);
	return s.done; // FP likewise
}
