// SPDX-License-Identifier: MIT
/* The helper is joined if the variable holds its object; but it may have been let go. */
#include <pthread.h>
#include <stdlib.h>

struct helper {
	pthread_t id;
	int leave;
};

static struct helper *helper;
static int count;

static void *work(void *arg)
{
	struct helper *h = arg;

	count += h->leave; // RACE
	return NULL;
}

static int start(void)
{
	struct helper *h = calloc(1, sizeof(*h));

	if (!h)
		return 1;
	if (pthread_create(&h->id, NULL, work, h)) {
		free(h);
		return 1;
	}
	helper = h;
	return 0;
}

static void let_go(void)
{
	pthread_detach(helper->id);
	helper = NULL;
}

static void stop(void)
{
	if (!helper)
		return;
	pthread_join(helper->id, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		start();
	if (argc > 2)
		let_go();
	stop();
	count++; // RACE
	return 0;
}
