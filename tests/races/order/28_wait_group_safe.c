// SPDX-License-Identifier: MIT
/* A wait group in an object: detached threads count down, wait() waits for zero. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct wg { pthread_mutex_t m; pthread_cond_t c; int n; };
static void wg_init(struct wg *w) { pthread_mutex_init(&w->m, 0); pthread_cond_init(&w->c, 0); w->n = 0; }
static void wg_add(struct wg *w, int d)
{
	pthread_mutex_lock(&w->m);
	w->n += d;
	if (w->n == 0)
		pthread_cond_broadcast(&w->c);
	pthread_mutex_unlock(&w->m);
}
static void wg_done(struct wg *w) { wg_add(w, -1); }
static void wg_wait(struct wg *w)
{
	pthread_mutex_lock(&w->m);
	while (w->n > 0)
		pthread_cond_wait(&w->c, &w->m);
	pthread_mutex_unlock(&w->m);
}
static struct wg W;
static int out[8];
static void *worker(void *p)
{
	long i = (long)p;
	out[i] = i * i;   // NORACE
	wg_done(&W);
	return 0;
}
int main(void)
{
	int s = 0;
	wg_init(&W);
	for (long i = 0; i < 8; i++) {
		pthread_t t;
		wg_add(&W, 1);
		if (pthread_create(&t, 0, worker, (void *)i))
			abort();
		pthread_detach(t);
	}
	wg_wait(&W);
	for (int i = 0; i < 8; i++)
		s += out[i]; // NORACE
	printf("%d\n", s);
	return 0;
}
