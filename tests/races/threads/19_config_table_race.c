// SPDX-License-Identifier: MIT
/* A table filled by an initialisation function two calls deep. */
#include <pthread.h>
#include <string.h>

struct option {
	char name[16];
	int value;
};

static struct option options[4];
static int option_count;

static void option_add(const char *name, int value)
{
	struct option *o = &options[option_count++]; // RACE

	strcpy(o->name, name); // RACE
	o->value = value; // RACE
}

static void load_options(void)
{
	option_add("width", 80);
	option_add("height", 25);
}

static int option_get(const char *name)
{
	int i;

	for (i = 0; i < option_count; i++) // RACE
		if (!strcmp(options[i].name, name)) // RACE
			return options[i].value; // RACE
	return 0;
}

static void *drawer(void *arg)
{
	return option_get("height") ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, drawer, NULL);
	pthread_create(&second, NULL, drawer, NULL);
	load_options();
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
