// SPDX-License-Identifier: MIT
/* A thread is started again by a second caller while the first one may still run: it
 * was joined only sometimes, and afterwards its id is gone. */
#include <pthread.h>
#include <stdlib.h>

static pthread_t reader, writer;
static int jobs, lines;

static void *read_jobs(void *arg)
{
	jobs++; // RACE
	return arg;
}

static void *write_lines(void *arg)
{
	lines++; // RACE
	return arg;
}

static void start(void)
{
	pthread_create(&reader, NULL, read_jobs, NULL);
}

static void stop(void)
{
	pthread_join(reader, NULL);
	jobs = 0; // RACE
}

static void pack(int fast)
{
	start();
	if (!fast)
		stop();
}

static void unpack(void)
{
	start();
	stop();
}

static void start_writer(void)
{
	pthread_create(&writer, NULL, write_lines, NULL);
}

static void stop_writer(void)
{
	pthread_join(writer, NULL);
	lines = 0; // RACE
}

int main(int argc, char **argv)
{
	pack(argc > 2);
	unpack();
	for (int i = 1; i < argc; i++) {
		start_writer();
		if (argv[i][0])
			stop_writer();
	}
	return 0;
}
