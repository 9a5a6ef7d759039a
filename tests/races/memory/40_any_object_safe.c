// SPDX-License-Identifier: MIT
// RUN: --all
/* As 40_any_object_race.c, but who touches the same holds the lock, touches another member, or
 * comes when the others have ended. */
#include <pthread.h>
#include <stdlib.h>

struct box {
	int before, value, other, twice;
};

#define OBJECT(n) static struct box o##n;
#define ADDRESS(n) &o##n,
#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define MANY(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4) TEN(M, 5) TEN(M, 6) TEN(M, 7) \
	TEN(M, 8) TEN(M, 9) TEN(M, 21) TEN(M, 22) TEN(M, 23) TEN(M, 24) TEN(M, 25) TEN(M, 26) \
	TEN(M, 27) TEN(M, 28) TEN(M, 29)

MANY(OBJECT)

static struct box *all[400] = { MANY(ADDRESS) };
static struct box *mine;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct box *find(int n)
{
	return all[n];
}

static void *count(void *arg)
{
	struct box *p = find(*(int *)arg);

	pthread_mutex_lock(&lock);
	++p->value; // NORACE
	pthread_mutex_unlock(&lock);
	p->other = 1; // NORACE
	p->twice = 1; // NORACE
	return NULL;
}

static void *clear(void *arg)
{
	pthread_mutex_lock(&lock);
	o42.value = 0; // NORACE
	pthread_mutex_unlock(&lock);
	mine->before = 0; // NORACE
	return arg;
}

static int look(const struct box *b)
{
	return b->twice; // NORACE
}

int main(void)
{
	pthread_t a, b;
	int n = 32;

	mine = malloc(sizeof(*mine));
	all[399] = mine;
	pthread_create(&a, NULL, count, &n);
	pthread_create(&b, NULL, clear, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return look(&o55);
}
