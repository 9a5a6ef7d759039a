// SPDX-License-Identifier: MIT
// One way past the test says the same as having been the first.
#include <pthread.h>
#include <stdlib.h>
static int opened;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long data;
static int claim(int force)
{
	int mine = 0;
	if (force)
		return 1;
	pthread_mutex_lock(&lock);
	if (!opened)
		opened = mine = 1;
	pthread_mutex_unlock(&lock);
	return mine;
}
static void *worker(void *arg)
{
	if (claim(arg != NULL))
		data++; // RACE
	return NULL;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, &b);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
