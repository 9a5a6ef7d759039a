// SPDX-License-Identifier: MIT
/* Locks that main has allocated, two by the same line, two in one block, two in an array. */
#include <pthread.h>
#include <stdlib.h>

struct pair {
	pthread_mutex_t first, second;
};

static pthread_mutex_t *left, *right;
static int length, count, total;
static struct pair *pair;
static pthread_mutex_t *locks, *chosen;

static pthread_mutex_t *make_lock(void)
{
	pthread_mutex_t *m = malloc(sizeof(*m));

	pthread_mutex_init(m, NULL);
	return m;
}

static void *work(void *arg)
{
	pthread_mutex_lock(right);
	length++; // RACE
	pthread_mutex_unlock(right);
	pthread_mutex_lock(&pair->second);
	count++; // RACE
	pthread_mutex_unlock(&pair->second);
	pthread_mutex_lock(chosen);
	total++; // RACE
	pthread_mutex_unlock(chosen);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	left = make_lock();
	right = make_lock();
	pair = malloc(sizeof(*pair));
	pthread_mutex_init(&pair->first, NULL);
	pthread_mutex_init(&pair->second, NULL);
	locks = calloc(4, sizeof(*locks));
	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&locks[i], NULL);
	chosen = &locks[argc];
	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(left);
	length++; // RACE
	pthread_mutex_unlock(left);
	pthread_mutex_lock(&pair->first);
	count++; // RACE
	pthread_mutex_unlock(&pair->first);
	pthread_mutex_lock(locks);
	total++; // RACE
	pthread_mutex_unlock(locks);
	pthread_join(t, NULL);
	return 0;
}
