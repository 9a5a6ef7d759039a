// SPDX-License-Identifier: MIT
/* Kahlon et al., Figure 2: disjoint locksets, yet 6a and 6b exclude each other
 * through the order in which the locks were taken. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lk1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lk2 = PTHREAD_MUTEX_INITIALIZER;
static int x, y, a, b;

static void *t1(void *arg)
{
	a = 1; // NORACE
	pthread_mutex_lock(&lk1);
	pthread_mutex_lock(&lk2);
	y = 1; // NORACE
	pthread_mutex_unlock(&lk2);
	x = 3; // RACE
	pthread_mutex_unlock(&lk1);
	return arg;
}

static void *t2(void *arg)
{
	pthread_mutex_lock(&lk2);
	x = 0; // RACE
	pthread_mutex_lock(&lk1);
	b = 2; // NORACE
	pthread_mutex_unlock(&lk1);
	x = 2; // NORACE
	pthread_mutex_unlock(&lk2);
	pthread_mutex_lock(&lk2);
	x = 1; // RACE
	pthread_mutex_unlock(&lk2);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, t1, NULL);
	usleep(20000); /* the two can deadlock */
	pthread_create(&second, NULL, t2, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
