// SPDX-License-Identifier: MIT
/* A tree is walked by functions that call each other and start a thread for each leaf.
 * Afterwards main changes what these threads use. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int leaves;
static int interval;
static const char *title;

static void *count_leaf(void *arg)
{
	pthread_mutex_lock(&lock);
	leaves += interval; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void right(int depth);

static void left(int depth)
{
	pthread_t t;

	if (depth > 0) {
		right(depth - 1);
		return;
	}
	pthread_create(&t, NULL, count_leaf, NULL);
	pthread_detach(t);
}

static void right(int depth)
{
	left(depth);
	if (depth > 0)
		left(depth - 1);
}

static void *show(void *arg)
{
	for (int i = 0; i < interval; i++) // NORACE
		puts(title); // NORACE
	return arg;
}

static void start_show(void)
{
	pthread_t t;

	interval = 5;	// RACE
	pthread_create(&t, NULL, show, NULL);
	pthread_join(t, NULL);
}

int main(void)
{
	right(3);
	title = "leaves"; // NORACE
	start_show();
	return 0;
}
