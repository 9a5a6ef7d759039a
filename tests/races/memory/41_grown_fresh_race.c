// SPDX-License-Identifier: MIT
/*
 * A function that does a lot fills in what its caller's caller has made. It is put into the list
 * before that, and others change under the lock what they find there.
 */
#include <pthread.h>
#include <stdlib.h>

#define ONE(d, n) (d)->f[n] += n;
#define TEN(d, n)                                                                              \
	ONE(d, n##0) ONE(d, n##1) ONE(d, n##2) ONE(d, n##3) ONE(d, n##4)                       \
	ONE(d, n##5) ONE(d, n##6) ONE(d, n##7) ONE(d, n##8) ONE(d, n##9)
#define ALL(d) TEN(d, 1) TEN(d, 2) TEN(d, 3) TEN(d, 4) TEN(d, 5) TEN(d, 6) TEN(d, 7) TEN(d, 8)

struct data {
	struct data *next;
	int f[100];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct data *all;

static void fill(struct data *d)
{
	ALL(d) // RACE
}

static void fill_in(struct data *d)
{
	fill(d);
}

static void add(void)
{
	struct data *d = calloc(1, sizeof(*d));

	if (!d)
		abort();
	pthread_mutex_lock(&lock);
	d->next = all;
	all = d;
	pthread_mutex_unlock(&lock);
	fill_in(d);
}

static void *work(void *arg)
{
	for (int i = 0; i < 9; i++)
		add();
	pthread_mutex_lock(&lock);
	for (struct data *d = all; d; d = d->next)
		d->f[10]++; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t id[2];

	pthread_create(&id[0], NULL, work, NULL);
	pthread_create(&id[1], NULL, work, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
