// SPDX-License-Identifier: MIT
/* What was put into the table of hsearch is what is found there: entries are passed by value, and
 * so are two pointers. */
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>
#include <stddef.h>

struct job {
	int n;
};

static struct job first, second, third;
static struct hsearch_data table;

static void *run(void *arg)
{
	ENTRY asked = {"first", NULL}, *found = hsearch(asked, FIND);

	if (found)
		((struct job *)found->data)->n++; // RACE
	asked.key = "second";
	if (hsearch_r(asked, FIND, &found, &table))
		((struct job *)found->data)->n++; // RACE
	return arg;
}

static void put(char *key, struct job *j)
{
	ENTRY e = {key, j}, *out;

	if (j == &first)
		hsearch(e, ENTER);
	else
		hsearch_r(e, ENTER, &out, &table);
}

int main(void)
{
	pthread_t t;

	if (!hcreate(10) || !hcreate_r(10, &table))
		return 1;
	put("first", &first);
	put("second", &second);
	pthread_create(&t, NULL, run, NULL);
	first.n = 1; // RACE
	second.n = 2; // RACE
	third.n = 3; // NORACE
	pthread_join(t, NULL);
	return 0;
}
