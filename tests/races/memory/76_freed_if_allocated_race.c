// RUN: --all
// SPDX-License-Identifier: MIT
/* The same, but an allocated text is shared: it is freed while the other thread reads it. */
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
		free(t->at); // RACE
	t->at = empty;
	t->room = 0;
}

static int length(const struct text *t)
{
	return t->at[0] != 0; // RACE
}

static void *work(void *arg)
{
	struct text t = {empty, 0};

	for (int i = 0; i < 10; i++) {
		if (length(&t) < i) {
			t.at = last; // NORACE
			t.room = 2;
		}
		clear(&t);
	}
	return arg;
}

int main(void)
{
	pthread_t id[2];

	last = calloc(1, 2);
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return last == empty;
}
