// SPDX-License-Identifier: MIT
/* As 48_chosen_by_number_safe.c, but one number is computed: it may be any. */
#include <pthread.h>
#include <stdio.h>

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
		height = value; // RACE
		return control(DEPTH, 4);
	case READ:
		return depth; // RACE
	}
	return 0;
}

static int chosen;

static void *paint(void *arg)
{
	control(chosen, 2);
	return arg;
}

int main(void)
{
	pthread_t t;

	chosen = getchar();
	pthread_create(&t, NULL, paint, NULL);
	control(DEFAULTS, 0);
	control(DEPTH, 1);
	control(READ, 0);
	pthread_join(t, NULL);
	return width + height;
}
