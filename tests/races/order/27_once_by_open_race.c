// SPDX-License-Identifier: MIT
/* As 27_once_by_open_safe.c, but a call that needs nothing opened asks for the set-up each time,
 * so one that does not has forgotten it; and one changes what was set up. */
#include <pthread.h>
#include <stdlib.h>

struct codec {
	int width;
};

static int table[4], largest;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void set_up(void)
{
	for (int i = 0; i < 4; i++)
		table[i] = i * i; // RACE
	largest = table[3]; // RACE
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

int codec_square(int n)
{
	call_once(set_up);
	return table[n & 3];
}

int codec_cube(int n)
{
	return table[n & 3] * n; // RACE
}

int codec_largest(const struct codec *c)
{
	return largest + c->width; // RACE
}

void codec_set_largest(int n)
{
	largest = n; // RACE
}

/* Nobody has to open anything before. */
static int sizes[4];
static pthread_once_t sized = PTHREAD_ONCE_INIT;

static void set_sizes(void)
{
	for (int i = 0; i < 4; i++)
		sizes[i] = i + 1; // RACE
}

int codec_measure(const struct codec *c)
{
	call_once(set_sizes);
	return c->width;
}

int codec_size(int n)
{
	return sizes[n & 3]; // RACE
}

int codec_copied_size(const struct codec *c)
{
	return sizes[c->width & 3]; // RACE
}
