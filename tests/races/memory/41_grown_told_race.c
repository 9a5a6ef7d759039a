// SPDX-License-Identifier: MIT
/*
 * What a function that does a lot is given says by which lock: the caller has put it there. There
 * is another pair of data and lock, and one caller takes the lock of that one.
 */
#include <pthread.h>
#include <stdlib.h>

#define ONE(d, n) (d)->f[n] += n;
#define TEN(d, n)                                                                              \
	ONE(d, n##0) ONE(d, n##1) ONE(d, n##2) ONE(d, n##3) ONE(d, n##4)                       \
	ONE(d, n##5) ONE(d, n##6) ONE(d, n##7) ONE(d, n##8) ONE(d, n##9)
#define ALL(d) TEN(d, 1) TEN(d, 2) TEN(d, 3) TEN(d, 4) TEN(d, 5) TEN(d, 6) TEN(d, 7) TEN(d, 8)

struct data {
	int f[100];
};
struct view {
	pthread_mutex_t *lock;
	struct data *data;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static struct data shared, apart;

static void update(struct view *v)
{
	pthread_mutex_lock(v->lock);
	ALL(v->data) // RACE
	pthread_mutex_unlock(v->lock);
}

static void update_of(pthread_mutex_t *l, struct data *d)
{
	struct view v;

	v.lock = l;
	v.data = d;
	update(&v);
}

static void *work(void *arg)
{
	update_of(&lock, &shared);
	update_of(&other, &apart);
	return arg;
}

int main(void)
{
	pthread_t id[2];

	pthread_create(&id[0], NULL, work, NULL);
	pthread_create(&id[1], NULL, work, NULL);
	update_of(&other, &shared);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
