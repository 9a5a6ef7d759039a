// SPDX-License-Identifier: MIT
/* docs/soundness.md, 4: a function that is looked up by a name made at run time, and also
 * called by name elsewhere. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static int hits;

int count_hit(void *arg)
{
	hits++; // FN soundness.md, 4
	return arg != NULL;
}

static void *worker(void *arg)
{
	char name[32];

	snprintf(name, sizeof name, "count_%s", (char *)arg);
	((int (*)(void *))dlsym(NULL, name))(arg);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	count_hit(NULL);
	pthread_create(&a, NULL, worker, "hit");
	pthread_create(&b, NULL, worker, "hit");
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
