// SPDX-License-Identifier: MIT
/* An element is found by a number that is noted: others find it, too. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	int n;
};

static struct item first, second, *table[4] = {&first, &second};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;

static void turn(void)
{
	struct item *p = table[0];

	table[0] = table[1];
	table[1] = p;
}

static void *worker(void *arg)
{
	int i = (int)(long)arg & 1;
	struct item *p;

	pthread_mutex_lock(&lock);
	turn();
	p = table[i];
	last = i;
	pthread_mutex_unlock(&lock);
	p->n++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return last;
}
