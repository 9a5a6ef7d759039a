// SPDX-License-Identifier: MIT
// As 22_running_flag_safe.c, but the flag is cleared first, and then the thread is joined: only
// main looks, so nobody does in between. The join is in a helper, the flag in a struct, the id
// is its own flag, the old value was kept.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct service {
	pthread_t id;
	bool running;
	int done;
};

static pthread_t writer, reader, timer, poller;
static int writing, reading, lines, words, ticks, polls;
static struct service log_service;

static void *write_lines(void *arg)
{
	lines++; // NORACE
	return arg;
}

static void *read_words(void *arg)
{
	words++; // NORACE
	return arg;
}

static void *count_ticks(void *arg)
{
	ticks++; // NORACE
	return arg;
}

static void *poll_all(void *arg)
{
	polls++; // NORACE
	return arg;
}

static void *serve(void *arg)
{
	struct service *s = arg;

	s->done++; // NORACE
	return NULL;
}

static void start(struct service *s)
{
	s->running = true; // NORACE
	if (pthread_create(&s->id, NULL, serve, s) != 0)
		s->running = false; // NORACE
}

static void stop(struct service *s)
{
	if (!s->running)
		return;
	s->running = false; // NORACE
	pthread_join(s->id, NULL);
}

static void wait_for(pthread_t id)
{
	int e = pthread_join(id, NULL);

	if (e)
		printf("%d\n", e);
}

static void wait_for_reader(void)
{
	puts("waiting");
	wait_for(reader);
}

static void start_all(int n)
{
	if (n > 1)
		start(&log_service);
	if (n > 2 && pthread_create(&writer, NULL, write_lines, NULL) == 0)
		writing = 1; // NORACE
	if (n > 3 && pthread_create(&reader, NULL, read_words, NULL) == 0)
		reading = 1; // NORACE
	if (n > 4 && pthread_create(&timer, NULL, count_ticks, NULL))
		timer = 0; // NORACE
	if (n > 5 && pthread_create(&poller, NULL, poll_all, NULL))
		poller = 0; // NORACE
}

static void stop_all(void)
{
	int was_reading = reading;
	pthread_t id;

	reading = 0; // NORACE
	if (was_reading)
		wait_for_reader();
	if (writing) {
		writing = 0; // NORACE
		wait_for(writer);
	}
	id = timer;
	timer = 0; // NORACE
	if (id != 0)
		wait_for(id);
	if (poller) {
		wait_for(poller);
		poller = 0; // NORACE
	}
	stop(&log_service);
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc; i++) {
		start_all(argc);
		stop_all();
		lines++; // NORACE
		words++; // NORACE
		ticks++; // NORACE
		polls++; // NORACE
		log_service.done++; // NORACE
	}
	return 0;
}
