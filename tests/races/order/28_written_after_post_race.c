// SPDX-License-Identifier: MIT
/* One member is written before the post, the other after it. */
#include <pthread.h>
#include <semaphore.h>
static sem_t s; static struct { int len; char b[10]; } msg;
static void *prod(void *a)
{
	(void)a;
	msg.b[0] = 'x'; // NORACE
	sem_post(&s);
	msg.len = 1; // RACE
	return 0;
}
int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_create(&t, 0, prod, 0);
	sem_wait(&s);
	int r = msg.b[0] + msg.len; // RACE
	pthread_join(t, 0);
	return r;
}
