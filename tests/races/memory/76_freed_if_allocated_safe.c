// RUN: --all
// SPDX-License-Identifier: MIT
/* A text is either the empty one, which all share, or allocated: what is freed is never the empty one. */
#include <pthread.h>
#include <stdlib.h>

struct text {
	char *at;
	int room;
};

static char empty[1];
static char *last;

static void clear(struct text *t)
{
	if (t->room)
		free(t->at); // NORACE
	t->at = empty;
	t->room = 0;
}

static int length(const struct text *t)
{
	return t->at[0] != 0; // NORACE
}

static void *work(void *arg)
{
	struct text t = {empty, 0};

	for (int i = 0; i < 10; i++) {
		if (length(&t) < i) {
			t.at = calloc(1, 2);
			t.room = 2;
		}
		clear(&t);
	}
	return arg;
}

int main(void)
{
	pthread_t id[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return last == empty;
}
