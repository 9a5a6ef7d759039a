// SPDX-License-Identifier: MIT
/* One table holds callbacks of three kinds, as void *. Each is called for what it returns:
 * that the thread calls another one is ruled out by that. */
#include <pthread.h>

typedef void plain(void *);
typedef long number(void *);
typedef int small(void *);

static void *hooks[3];
static int finished, measured, compared;

static void finish(void *p)
{
	(void)p;
	finished++; // NORACE
}

static long measure(void *p)
{
	(void)p;
	return measured++; // NORACE
}

static int compare(void *p)
{
	(void)p;
	return compared++; // NORACE
}

static void *work(void *arg)
{
	((plain *)hooks[0])(arg);
	return NULL;
}

int main(void)
{
	pthread_t t;
	long sum;

	hooks[0] = (void *)finish;
	hooks[1] = (void *)measure;
	hooks[2] = (void *)compare;
	pthread_create(&t, NULL, work, NULL);
	sum = ((number *)hooks[1])(&sum);
	sum += ((small *)hooks[2])(&sum);
	pthread_join(t, NULL);
	return (int)sum + finished + measured + compared;
}
