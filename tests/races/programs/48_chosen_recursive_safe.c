// SPDX-License-Identifier: MIT
/* As 48_chosen_by_number_safe.c, and the defaults call the function itself. */
#include <pthread.h>

enum { DEPTH, WIDTH, DEFAULTS, READ };

static int depth, width, height;

static int control(int what, int value)
{
	switch (what) {
	case DEPTH:
		depth = value; // NORACE
		break;
	case WIDTH:
		width = value; // NORACE
		break;
	case DEFAULTS:
		height = value; // NORACE
		return control(DEPTH, 4);
	case READ:
		return depth; // NORACE
	}
	return 0;
}

static void *paint(void *arg)
{
	control(WIDTH, 2);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, paint, NULL);
	control(DEFAULTS, 0);
	control(DEPTH, 1);
	control(READ, 0);
	pthread_join(t, NULL);
	return width + height;
}
