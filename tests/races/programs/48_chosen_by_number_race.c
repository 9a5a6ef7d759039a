// SPDX-License-Identifier: MIT
/* As 48_chosen_by_number_safe.c, but both threads change the depth, one of them by way
 * of the defaults. */
#include <pthread.h>

enum { DEPTH, WIDTH, DEFAULTS, READ };

static int depth, width, height;

static int control(int what, int value)
{
	switch (what) {
	case DEPTH:
		depth = value; // RACE
		break;
	case WIDTH:
		width = value; // NORACE
		break;
	case DEFAULTS:
		height = value; // NORACE
		return control(DEPTH, 4);
	case READ:
		return depth; // RACE
	}
	return 0;
}

static void *paint(void *arg)
{
	control(WIDTH, 2);
	control(DEFAULTS, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, paint, NULL);
	control(DEPTH, 1);
	control(READ, 0);
	pthread_join(t, NULL);
	return width + height;
}
