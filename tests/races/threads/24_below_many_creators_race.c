// SPDX-License-Identifier: MIT
/* Six threads start the same helper, which starts another. With few
 * arguments only the sixth exists; what comes from it runs while main goes on. */
#include <pthread.h>

static int limit;
static pthread_t inner[6];

static void *last(void *arg)
{
	return limit ? arg : NULL; // RACE
}

static void *middle(void *arg)
{
	pthread_t t;

	pthread_create(&t, NULL, last, NULL);
	return arg;
}

static void begin(int i)
{
	pthread_create(&inner[i], NULL, middle, NULL);
}

static void *one(void *arg)
{
	begin(0);
	return arg;
}

static void *two(void *arg)
{
	begin(1);
	return arg;
}

static void *three(void *arg)
{
	begin(2);
	return arg;
}

static void *four(void *arg)
{
	begin(3);
	return arg;
}

static void *five(void *arg)
{
	begin(4);
	return arg;
}

static void *six(void *arg)
{
	begin(5);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	if (argc > 7) {
		pthread_create(&t, NULL, one, NULL);
		pthread_create(&t, NULL, two, NULL);
		pthread_create(&t, NULL, three, NULL);
		pthread_create(&t, NULL, four, NULL);
		pthread_create(&t, NULL, five, NULL);
		return 0;
	}
	pthread_create(&t, NULL, six, NULL);
	limit = 1; // RACE
	pthread_join(t, NULL);
	return 0;
}
