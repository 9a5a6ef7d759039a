// SPDX-License-Identifier: MIT
/* A copy inside a local object does not mix what lies beside the two parts. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	int n;
};

struct box {
	struct item *own, *common;
};

struct pair {
	struct box first, second;
};

static struct item shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg)
{
	struct pair b;
	struct item mine = {0};

	b.first.own = &mine;
	b.first.common = &shared;
	b.second = b.first;
	b.second.own->n++; // NORACE
	pthread_mutex_lock(&lock);
	b.second.common->n++; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
