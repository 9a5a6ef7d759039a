// SPDX-License-Identifier: MIT
/* Two units do not agree on what is in a struct, as they are configured differently. A callback
 * that takes it is called all the same. */
#include "hooks.h"

#include <pthread.h>
#include <stddef.h>

void *hooks[2];
static int here;

static void count(struct context *c)
{
	c->state = 0;
	here++; // RACE
}

static void run(struct context *c, int i)
{
	((hook *)hooks[i])(c);
}

static void *work(void *arg)
{
	struct context c = {0};

	run(&c, arg != NULL);
	return NULL;
}

int main(int argc, char **argv)
{
	struct context c = {0};
	pthread_t t;

	hooks[0] = (void *)count;
	add_hook();
	pthread_create(&t, NULL, work, argc > 1 ? NULL : argv);
	run(&c, argc & 1);
	pthread_join(t, NULL);
	return here;
}
