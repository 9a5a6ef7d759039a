// SPDX-License-Identifier: MIT
/* A function says by its result whether the thread was created. Who is told that it was not
 * has nobody to stop. */
#include <pthread.h>
#include <stdio.h>

struct watcher {
	pthread_t id;
	int ready;
};

static int seen, lines;

static void *watch(void *arg)
{
	struct watcher *w = arg;

	w->ready = 1; // NORACE
	seen++;	      // NORACE
	return NULL;
}

static void *count(void *arg)
{
	lines++; // NORACE
	return arg;
}

static int watcher_start(struct watcher *w)
{
	w->ready = 0; // NORACE
	return pthread_create(&w->id, NULL, watch, w);
}

static int counter_start(pthread_t *id)
{
	if (pthread_create(id, NULL, count, NULL)) {
		perror("counter");
		return -1;
	}
	return 0;
}

int main(void)
{
	struct watcher w;
	pthread_t counter;
	int watching = 0;

	if (watcher_start(&w))
		puts("nobody watches");
	else
		watching = 1;
	if (getchar() == 'q')
		goto out;
	puts("running");
out:
	if (watching)
		pthread_join(w.id, NULL);
	seen++;			 // NORACE
	printf("%d\n", w.ready); // NORACE

	if (counter_start(&counter) >= 0)
		pthread_join(counter, NULL);
	lines++; // NORACE
	return 0;
}
