// SPDX-License-Identifier: MIT
/* Another thread counts as well, under the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int d;
int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t[8];
static void *skip(void *a)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return 0;
}

static void *w(void *a)
{
	return (void *)(long)d; // RACE
}

int main(void)
{
	pthread_t s;
	for (int i = 0; i < 8; i++)
		pthread_create(&t[i], 0, w, 0);
	pthread_create(&s, 0, skip, 0);
	pthread_mutex_lock(&m);
	for (n = 0; n < 8; n++) {
		int k = n;
		pthread_mutex_unlock(&m);
		pthread_join(t[k], 0);
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	d = 2; // RACE
	return 0;
}
