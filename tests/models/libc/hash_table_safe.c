// SPDX-License-Identifier: MIT
/* What the table of hsearch holds is used under a lock, or when the thread has ended. */
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>
#include <stddef.h>

struct job {
	int n, m;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job first, second;
static struct hsearch_data table;

static void *run(void *arg)
{
	ENTRY asked = {"first", NULL}, *found;

	pthread_mutex_lock(&lock);
	found = hsearch(asked, FIND);
	if (found)
		((struct job *)found->data)->n++; // NORACE
	pthread_mutex_unlock(&lock);
	asked.key = "second";
	if (hsearch_r(asked, FIND, &found, &table))
		((struct job *)found->data)->m++; // NORACE
	return arg;
}

int main(void)
{
	ENTRY one = {"first", &first}, two = {"second", &second}, *out;
	pthread_t t;

	if (!hcreate(10) || !hcreate_r(10, &table) || !hsearch(one, ENTER) ||
	    !hsearch_r(two, ENTER, &out, &table))
		return 1;
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&lock);
	first.n = 1; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	second.m = 2; // NORACE
	return 0;
}
