// SPDX-License-Identifier: MIT
/* The id is copied, and put back; or cleared after the join. */
#include <pthread.h>

static pthread_t tid, copy;
static int a, b;

static void *count(void *arg)
{
	int *n = arg;

	(*n)++; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t here, same;

	pthread_create(&tid, NULL, count, &a);
	copy = tid;
	pthread_join(tid, NULL);
	tid = 0;
	a++; // NORACE
	pthread_create(&here, NULL, count, &b);
	same = here;
	here = same;
	pthread_join(here, NULL);
	here = 0;
	b++; // NORACE
	return copy == here;
}
