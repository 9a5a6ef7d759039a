// SPDX-License-Identifier: MIT
// As 22_running_flag_early_local_safe.c, but each thread may run where its flag is zero.
#include <pthread.h>
#include <stdbool.h>

struct service {
	pthread_t id;
	int running, done;
};

static void *serve(void *arg)
{
	struct service *s = arg;

	s->done++; // RACE
	return NULL;
}

static void start_a(struct service *s)
{
	if (pthread_create(&s->id, NULL, serve, s) == 0)
		s->running = 1;
}

/* It is not joined on all ways. */
static void stop_a(struct service *s, bool wait)
{
	if (s->running) {
		s->running = 0;
		if (wait)
			pthread_join(s->id, NULL);
	}
}

static void start_b(struct service *s)
{
	if (pthread_create(&s->id, NULL, serve, s) == 0)
		s->running = 1;
}

/* Somebody asks in between. */
static void use_b(struct service *s)
{
	if (!s->running)
		s->done++; // RACE
}

static void stop_b(struct service *s)
{
	if (s->running) {
		s->running = 0;
		use_b(s);
		pthread_join(s->id, NULL);
	}
}

static void start_c(struct service *s)
{
	if (pthread_create(&s->id, NULL, serve, s) == 0)
		s->running = 1;
}

/* The second time it is zero, and nobody has waited. */
static void stop_c(struct service *s, int rounds)
{
	while (s->running) {
		s->running = 0;
		if (rounds-- > 0)
			continue;
		pthread_join(s->id, NULL);
	}
}

static void start_d(struct service *s)
{
	if (pthread_create(&s->id, NULL, serve, s) == 0)
		s->running = 1;
}

/* The id of another one has taken its place. */
static void stop_d(struct service *s, pthread_t other)
{
	if (s->running) {
		s->running = 0;
		s->id = other;
		pthread_join(s->id, NULL);
	}
}

static void start_e(struct service *s)
{
	if (pthread_create(&s->id, NULL, serve, s) == 0)
		s->running = 1;
}

/* Another thread does it as well. */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void stop_e(struct service *s)
{
	pthread_mutex_lock(&m);
	if (s->running) {
		s->running = 0;
		pthread_mutex_unlock(&m);
		pthread_join(s->id, NULL);
		return;
	}
	pthread_mutex_unlock(&m);
}

static void *meddle(void *arg)
{
	stop_e(arg);
	return NULL;
}

static void start_f(struct service *s)
{
	if (pthread_create(&s->id, NULL, serve, s) == 0)
		s->running = 1;
}

/* It is used in between. */
static void stop_f(struct service *s)
{
	if (s->running) {
		s->running = 0;
		s->done++; // RACE
		pthread_join(s->id, NULL);
	}
}

static void start_g(struct service *s)
{
	if (!s->running && pthread_create(&s->id, NULL, serve, s) == 0)
		s->running = 1;
}

/* The next one is started in between, and only that is joined. */
static void restart_g(struct service *s)
{
	if (s->running) {
		s->running = 0;
		start_g(s);
		pthread_join(s->id, NULL);
		s->running = 0;
	}
}

static void *idle(void *arg)
{
	return arg;
}

int main(int argc, char **argv)
{
	struct service a = {0}, b = {0}, c = {0}, d = {0}, e = {0}, f = {0}, g = {0};
	pthread_t other, meddler;

	(void)argv;
	start_a(&a);
	stop_a(&a, argc > 1);
	a.done++; // RACE
	start_b(&b);
	stop_b(&b);
	start_c(&c);
	stop_c(&c, argc);
	c.done++; // FN an id that was copied over that of the thread is taken for it
	pthread_create(&other, NULL, idle, NULL);
	start_d(&d);
	stop_d(&d, other);
	d.done++; // RACE
	start_e(&e);
	pthread_create(&meddler, NULL, meddle, &e);
	stop_e(&e);
	e.done++; // RACE
	pthread_join(meddler, NULL);
	start_f(&f);
	stop_f(&f);
	start_g(&g);
	restart_g(&g);
	g.done++; // RACE
	return 0;
}
