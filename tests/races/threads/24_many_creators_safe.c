// SPDX-License-Identifier: MIT
/* Six threads start the same helper, which starts another. main has set up what these
 * use before the first of the six, and what only it uses at any time. */
#include <pthread.h>

static int limit, seen;
static int own;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *last(void *arg)
{
	pthread_mutex_lock(&lock);
	seen += limit; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *middle(void *arg)
{
	pthread_t t;

	if (limit) { // NORACE
		pthread_create(&t, NULL, last, NULL);
		pthread_detach(t);
	}
	return arg;
}

static void begin(void)
{
	pthread_t t;

	pthread_create(&t, NULL, middle, NULL);
	pthread_detach(t);
}

static void *one(void *arg)
{
	begin();
	return arg;
}

static void *two(void *arg)
{
	begin();
	return arg;
}

static void *three(void *arg)
{
	begin();
	return arg;
}

static void *four(void *arg)
{
	begin();
	return arg;
}

static void *five(void *arg)
{
	begin();
	return arg;
}

static void *six(void *arg)
{
	begin();
	return arg;
}

int main(void)
{
	void *(*const all[])(void *) = {one, two, three, four, five, six};
	pthread_t t[6];

	limit = 3;	// NORACE
	seen = 0;	// NORACE
	own = 1;	// NORACE
	for (int i = 0; i < 6; i++)
		pthread_create(&t[i], NULL, all[i], NULL);
	own++;	// NORACE
	for (int i = 0; i < 6; i++)
		pthread_join(t[i], NULL);
	return own;
}
