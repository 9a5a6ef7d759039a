// SPDX-License-Identifier: MIT
/* As 38_lazy_pointer_safe.c, but it is filled after the lock was released, or what is filled may be asked for
 * again, since somebody takes the pointer away. */
#include <pthread.h>
#include <stdlib.h>

struct dict {
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct dict *dict, *gone;
static int filled;

static struct dict *get(void)
{
	struct dict *d, *made = NULL;

	pthread_mutex_lock(&m);
	if (!dict)
		dict = made = calloc(1, sizeof(*dict));
	d = dict;
	pthread_mutex_unlock(&m);
	if (made)
		made->n = 10; // RACE
	return d;
}

static void fill(void)
{
	pthread_mutex_lock(&m);
	if (!gone) {
		gone = calloc(1, sizeof(*gone));
		filled++; // RACE
	}
	pthread_mutex_unlock(&m);
}

static void drop(void)
{
	pthread_mutex_lock(&m);
	gone = NULL;
	pthread_mutex_unlock(&m);
}

static void *work(void *arg)
{
	int n = get()->n; // RACE

	fill();
	n += filled; // RACE
	drop();
	return n ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	return pthread_join(b, NULL);
}
