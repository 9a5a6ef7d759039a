// SPDX-License-Identifier: MIT
/* One function does what a command says, and calls others for it. The threads only ask it
 * to show and to give up what is theirs; settings are changed by main alone. */
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
	changes++; // NORACE
}

static void load_defaults(void)
{
	level = 1; // NORACE
	width = 80; // NORACE
	free(title); // NORACE
	title = NULL; // NORACE
	note_change();
}

static int control(enum command c, struct section *s, int value)
{
	switch (c) {
	case SET:
		level = value; // NORACE
		width = value * 2; // NORACE
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
		if (width > 100) // NORACE
			load_defaults();
		return level; // NORACE
	case RESET:
		return width; // NORACE
	default:
		return 0;
	}
}

static void finish(struct section *s)
{
	control(SHOW, s, 0);
	control(DROP, s, 0);
}

static void *serve(void *arg)
{
	finish(arg);
	return NULL;
}

int main(void)
{
	pthread_t t;
	struct section *s = calloc(1, sizeof(*s));

	if (!s)
		return 1;
	s->name = malloc(8);
	control(RESET, NULL, 0);
	pthread_create(&t, NULL, serve, s);
	control(SET, NULL, 3);
	control(RESET, NULL, 0);
	pthread_join(t, NULL);
	return 0;
}
