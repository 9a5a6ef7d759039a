// SPDX-License-Identifier: MIT
// A global flag is set when the thread was created, and cleared when it was joined. Who finds it
// to be zero has nobody to join: whatever has happened before, nobody runs after stop().
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_t writer, reader, timer;
static int writing, errors, ticks, lines, words, late;
static struct {
	pthread_t id;
	bool running;
} logger;

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

static void *write_log(void *arg)
{
	late++; // NORACE
	return arg;
}

static void complain(void)
{
	errors++; // NORACE
}

/* Set behind the creation. */
static int start_writer(void)
{
	int failed = pthread_create(&writer, NULL, write_lines, NULL);

	if (failed) {
		complain();
		return -1;
	}
	complain();
	writing = 1; // NORACE
	return 0;
}

/* Set before it, and cleared if there is none. */
static void start_logger(void)
{
	logger.running = true; // NORACE
	if (pthread_create(&logger.id, NULL, write_log, NULL) != 0)
		logger.running = false; // NORACE
}

/* The id says so itself. */
static void start_others(int n)
{
	if (n > 2 && pthread_create(&reader, NULL, read_words, NULL))
		reader = 0; // NORACE
	if (n > 3 && pthread_create(&timer, NULL, count_ticks, NULL))
		timer = 0; // NORACE
}

static void stop(void)
{
	if (writing) {
		pthread_join(writer, NULL);
		writing = 0; // NORACE
	}
	if (logger.running)
		pthread_join(logger.id, NULL);
	logger.running = false; // NORACE
	if (reader)
		pthread_join(reader, NULL);
	if (!timer)
		return;
	pthread_join(timer, NULL);
	timer = 0; // NORACE
}

int main(int argc, char **argv)
{
	int status = EXIT_FAILURE;

	(void)argv;
	if (argc > 1)
		start_logger();
	if (argc < 3)
		goto out;
	if (argc > 4 && start_writer())
		goto out;
	start_others(argc);
	status = EXIT_SUCCESS;
out:
	stop();
	lines++; // NORACE
	words++; // NORACE
	ticks++; // NORACE
	late++; // NORACE
	return status;
}
