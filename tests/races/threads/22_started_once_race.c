// SPDX-License-Identifier: MIT
/* As the safe one, but: found and set in two sections; cleared again; two are created each
 * time; set to zero. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int late, reset, twice, p, q, r;

static void *first(void *arg)
{
	p++; // RACE
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&m);
	reset = 0;
	pthread_mutex_unlock(&m);
	q++; // RACE
	return arg;
}

static void *third(void *arg)
{
	r++; // RACE
	return arg;
}

static int set(int *flag)
{
	int was;

	pthread_mutex_lock(&m);
	was = *flag;
	*flag = 1;
	pthread_mutex_unlock(&m);
	return was;
}

static void *user(void *arg)
{
	pthread_t id;
	int was;

	pthread_mutex_lock(&m);
	was = late;
	pthread_mutex_unlock(&m);
	if (!was) {
		pthread_mutex_lock(&m);
		late = 1;
		pthread_mutex_unlock(&m);
		pthread_create(&id, NULL, first, NULL);
	}
	if (!set(&reset))
		pthread_create(&id, NULL, second, NULL);
	if (!set(&twice))
		for (int i = 0; i < 2; i++)
			pthread_create(&id, NULL, third, NULL);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, user, NULL);
	pthread_create(&b, NULL, user, NULL);
	return 0;
}
