// SPDX-License-Identifier: MIT
/* The child owns its argument and frees it; the twin's parent looks at it again. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct greeting {
	char text[32];
	int times;
};

static void *greet(void *arg)
{
	struct greeting *g = arg;

	g->times--; // NORACE
	printf("%s\n", g->text); // NORACE
	free(g); // NORACE
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int i;

	for (i = 0; i < 2; i++) {
		struct greeting *g = calloc(1, sizeof(*g));

		snprintf(g->text, sizeof(g->text), "hello %d", i); // NORACE
		g->times = i + 1; // NORACE
		pthread_create(&t[i], NULL, greet, g);
	}
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
