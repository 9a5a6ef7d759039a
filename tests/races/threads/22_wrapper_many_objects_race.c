// SPDX-License-Identifier: MIT
/* Each object starts and stops its own thread; stopping one is not stopping all. */
#include <pthread.h>
#include <stdlib.h>

struct service {
	pthread_t thread;
	int ticks;
};

static void *run(void *arg)
{
	struct service *s = arg;

	s->ticks++; // RACE
	return NULL;
}

static struct service *service_start(void)
{
	struct service *s = calloc(1, sizeof(*s));

	pthread_create(&s->thread, NULL, run, s);
	return s;
}

static void service_stop(struct service *s)
{
	pthread_join(s->thread, NULL);
}

int main(void)
{
	struct service *a = service_start();
	struct service *b = service_start();
	int ticks;

	service_stop(a);
	ticks = b->ticks; // RACE
	service_stop(b);
	free(a); // NORACE
	free(b); // NORACE
	return ticks;
}
