// SPDX-License-Identifier: MIT
// Set up on first use, behind a state that is never the first one again. main has come
// through it before it creates a thread, so no thread finds that state: by a flag, a state with
// steps in between, a member, behind a helper, with the condition turned round.
#include <pthread.h>
#include <stdlib.h>

enum state { READY, HALF, NEW };
static enum state state = NEW;
static int table[8];
static int limit;

static struct {
	int users;
	int ready;
	int width;
} screen;

static int is_ready(void)
{
	return state == READY;
}

static void fill(void)
{
	for (int i = 0; i < 8; i++)
		table[i] = i; // NORACE
	state = HALF; // NORACE
	limit = 8; // NORACE
	state = READY; // NORACE
}

static int look_up(int i)
{
	if (!is_ready())
		fill();
	return i < limit ? table[i] : 0; // NORACE
}

static int width(void)
{
	if (screen.ready != 1) {
		screen.width = 80; // NORACE
		screen.ready = 1; // NORACE
	}
	return screen.width; // NORACE
}

static void *work(void *arg)
{
	int *sum = arg;
	for (int i = 0; i < 8; i++)
		*sum += look_up(i) + width();
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	int sums[2] = {0, 0};
	look_up(0);
	if (width() < 80)
		return 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, &sums[i]);
	look_up(1);
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return sums[0] - sums[1];
}
