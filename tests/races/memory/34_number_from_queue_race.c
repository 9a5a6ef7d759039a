// SPDX-License-Identifier: MIT
/* Numbers from a stack that are left in it, taken without the lock, taken from another
 * stack; and elements that others touch without a number. */
#include <pthread.h>

#define N 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[N], second[N], looked[N], plain[N], two[N], all[N];
static int n, m, k = N;
static int unguarded[N];

static void look_at_top(void)
{
	pthread_mutex_lock(&lock);
	int i = stack[n - 1]; // NORACE
	pthread_mutex_unlock(&lock);
	looked[i] = 1; // RACE
}

static void take_without_lock(void)
{
	if (k > 0) // RACE
		plain[unguarded[--k]] = 1; // RACE
}

static void take_from(int which)
{
	int i;

	pthread_mutex_lock(&lock);
	if (which)
		i = stack[--n]; // NORACE
	else
		i = second[--m]; // NORACE
	pthread_mutex_unlock(&lock);
	two[i] = which; // RACE
}

static void take_and_look(void)
{
	pthread_mutex_lock(&lock);
	int i = stack[--n]; // NORACE
	pthread_mutex_unlock(&lock);
	all[i] = i; // RACE
	for (i = 0; i < N; i++)
		if (all[i]) // RACE
			return;
}

static void *work(void *arg)
{
	look_at_top();
	take_without_lock();
	take_from(arg != NULL);
	take_and_look();
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	for (int i = 0; i < N; i++) {
		stack[n++] = i;
		second[m++] = i;
	}
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, &b);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
