// SPDX-License-Identifier: MIT
/* A library sets its tables up once, when a caller opens something, and uses them in calls that
 * are given what was opened; one of these starts a thread. */
#include <pthread.h>
#include <stdlib.h>

struct codec {
	int width;
	pthread_t worker;
};

static int table[4], largest;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void set_up(void)
{
	for (int i = 0; i < 4; i++)
		table[i] = i * i; // NORACE
	largest = table[3]; // NORACE
}

static void call_once(void (*run)(void))
{
	pthread_once(&once, run);
}

struct codec *codec_open(int width)
{
	struct codec *c = malloc(sizeof(*c));

	if (!c)
		return NULL;
	call_once(set_up);
	c->width = width;
	return c;
}

static void *work(void *arg)
{
	return table[1] > largest ? arg : NULL; // NORACE
}

int codec_encode(const struct codec *c, int n)
{
	return n < largest ? table[n & 3] + c->width : 0; // NORACE
}

int codec_start(struct codec *c)
{
	return pthread_create(&c->worker, NULL, work, NULL);
}

void codec_close(struct codec *c)
{
	pthread_join(c->worker, NULL);
	free(c);
}
