// SPDX-License-Identifier: MIT
/* A timeout makes the condition true as well. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready; static char *data; static char store[8];
static void set_ready(int v)
{
	pthread_mutex_lock(&m);
	ready = v;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
}
static void *producer(void *a) { (void)a; data = store; set_ready(1); return 0; } // RACE
static void *timeout(void *a) { (void)a; set_ready(2); return 0; }
int main(void)
{
	pthread_t p, q;
	pthread_create(&p, 0, producer, 0);
	pthread_create(&q, 0, timeout, 0);
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	if (data) // RACE
		data[0] = 1; // RACE
	pthread_join(p, 0);
	pthread_join(q, 0);
	return 0;
}
