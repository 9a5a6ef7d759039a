// SPDX-License-Identifier: MIT
/* Each thread has an object of its own, which is also in a list; main walks over the list
 * to join all, and then looks at what they have done. */
#include <pthread.h>
#include <stdlib.h>

struct worker {
	pthread_t id;
	long sum;
	struct worker *next;
};

static struct worker *all;
static long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg)
{
	struct worker *w = arg;

	for (int i = 0; i < 100; i++)
		w->sum += i; // NORACE
	pthread_mutex_lock(&lock);
	total += w->sum; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	long check = 0;

	for (int i = 0; i < 4; i++) {
		struct worker *w = calloc(1, sizeof(*w));

		w->next = all;
		all = w;
		pthread_create(&w->id, NULL, add, w);
	}
	for (struct worker *w = all; w; w = w->next) {
		pthread_join(w->id, NULL);
		check += w->sum; // NORACE
	}
	return total != check; // NORACE
}
