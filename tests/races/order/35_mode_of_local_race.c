// SPDX-License-Identifier: MIT
/* What a helper finds in a local variable of main, or in memory of its own, is no constant: main stores there without its
 * address, after it has created the thread. */
#include <pthread.h>
#include <stdlib.h>

static int a, b, c;

static void *count(void *arg)
{
	(void)arg;
	a++; // RACE
	b++; // RACE
	c++; // RACE
	return NULL;
}

static int is_empty(int **p)
{
	if (!*p)
		return 1;
	return 0;
}

struct settings {
	int mode, level;
};

static int is_loud(const struct settings *s)
{
	return s->mode == 2;
}

static int is_zero(const int *p)
{
	return *p == 0;
}

int main(int argc, char **argv)
{
	struct settings *own = calloc(1, sizeof(*own));
	int *memory = malloc(sizeof(*memory)), number = argc;
	pthread_t t;

	(void)argv;
	if (!memory || number == 0 || !own || is_loud(own))
		return 1;
	pthread_create(&t, NULL, count, NULL);
	if (argc > 1)
		memory = NULL;
	if (is_empty(&memory))
		a++; // RACE
	number = argc > 2;
	if (is_zero(&number))
		b++; // RACE
	own->mode = 2;
	if (is_loud(own))
		c++; // RACE
	pthread_join(t, NULL);
	return 0;
}
