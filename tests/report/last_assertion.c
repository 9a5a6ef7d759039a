// SPDX-License-Identifier: MIT
/* What ends the program is called at one place, but that is come to from everywhere: a failed
 * assertion. Not so what a helper does for the one who calls it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int closed, served, failures;

static void give_up(void)
{
	closed++;
	abort();
}

static void failed(const char *what)
{
	if (rand() == 0)
		return;
	fprintf(stderr, "%s: %d\n", what, failures);
	give_up();
}

static void serve(void)
{
	served++;
	exit(2);
}

static void begin(int n)
{
	if (n > 1)
		serve();
}

static void *work(void *arg)
{
	if (!arg)
		failed("no argument");
	if (rand() == 1)
		failed("one");
	closed++;
	served++;
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	pthread_create(&id, NULL, work, &argc);
	if (argc > 7)
		failed("seven");
	if (argc > 8)
		failed("eight");
	begin(argc);
	pthread_join(id, NULL);
	return 0;
}
