// SPDX-License-Identifier: MIT
/* Log lines go into the front buffer under the lock; the flusher swaps it and writes the back one alone. */
#include <pthread.h>
#include <stdio.h>

struct lb { char b[128]; int n; };
static struct lb bufs[2];
static struct lb *front = &bufs[0], *back = &bufs[1];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stop;
static void say(char ch)
{
	pthread_mutex_lock(&m);
	if (front->n < 128) // FP the one of two that was swapped out under the lock is not known to be the flusher's
		front->b[front->n++] = ch; // FP likewise
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}
static void *flusher(void *a)
{
	for (;;) {
		struct lb *t;
		pthread_mutex_lock(&m);
		while (front->n == 0 && !stop)
			pthread_cond_wait(&c, &m);
		if (front->n == 0) {
			pthread_mutex_unlock(&m);
			return 0;
		}
		t = front;
		front = back;
		back = t;
		pthread_mutex_unlock(&m);
		fwrite(t->b, 1, t->n, stderr); // FP likewise
		t->n = 0; // FP likewise
	}
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, flusher, 0);
	for (int i = 0; i < 20; i++)
		say('a' + i);
	pthread_mutex_lock(&m);
	stop = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
