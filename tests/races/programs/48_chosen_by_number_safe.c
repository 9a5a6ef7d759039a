// SPDX-License-Identifier: MIT
/* One function for all settings: a number says which. Each thread has its settings. */
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
		break;
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
