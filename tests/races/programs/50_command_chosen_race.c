// SPDX-License-Identifier: MIT
/* One function does what a command says. A thread sets a value too, and another one resets
 * or not, as a variable says; main does both at the same time. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum command { SET, RESET, SHOW, DROP };

struct section {
	char *name;
	int ref;
};

static int level, width, changes;
static char *title;

static void note_change(void)
{
	changes++; // RACE
}

static void load_defaults(void)
{
	level = 1; // RACE
	width = 80; // RACE
	free(title); // RACE
	title = NULL; // RACE
	note_change();
}

static int control(enum command c, struct section *s, int value)
{
	switch (c) {
	case SET:
		level = value; // RACE
		width = value * 2; // RACE
		note_change();
		break;
	case RESET:
		load_defaults();
		break;
	case SHOW:
		printf("%s %d\n", s->name, s->ref);
		return 0;
	case DROP:
		free(s->name);
		free(s);
		return 0;
	}
	switch (c) {
	case SET:
		if (width > 100) // RACE
			load_defaults();
		return level; // RACE
	case RESET:
		return width; // RACE
	default:
		return 0;
	}
}

static int nothing = SHOW;

static void finish(struct section *s)
{
	control(SET, s, 5);
	control((enum command)nothing, s, 0);
}

static void *serve(void *arg)
{
	finish(arg);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	struct section *s = calloc(1, sizeof(*s));

	if (!s)
		return 1;
	s->name = malloc(8);
	control(RESET, NULL, 0);
	nothing = argc > 1 ? RESET : SHOW;
	title = malloc(8);
	(void)argv;
	pthread_create(&t, NULL, serve, s);
	control(SET, NULL, 3);
	control(RESET, NULL, 0);
	pthread_join(t, NULL);
	return 0;
}
