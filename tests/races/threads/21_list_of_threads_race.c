// SPDX-License-Identifier: MIT
/* Each thread has an object of its own, which is also in a list; main looks at
 * what they have done before it joins them, and the first of the list is touched by all. */
#include <pthread.h>
#include <stdlib.h>

struct worker {
	pthread_t id;
	long sum, uses;
	struct worker *next;
};

static struct worker *all, *first;
static long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg)
{
	struct worker *w = arg;

	for (int i = 0; i < 100; i++)
		w->sum += i; // RACE
	pthread_mutex_lock(&lock);
	total += w->sum; // RACE
	pthread_mutex_unlock(&lock);
	first->uses++; // RACE
	return NULL;
}

int main(void)
{
	long check = 0;

	first = calloc(1, sizeof(*first));
	for (int i = 0; i < 4; i++) {
		struct worker *w = calloc(1, sizeof(*w));

		w->next = all;
		all = w;
		pthread_create(&w->id, NULL, add, w);
	}
	check = total; // RACE
	for (struct worker *w = all; w; w = w->next) {
		check += w->sum; // RACE
		pthread_join(w->id, NULL);
	}
	return check == 0;
}
