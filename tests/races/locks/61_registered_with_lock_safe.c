// SPDX-License-Identifier: MIT
/* Handlers are registered with their lock before threads start. */
#include <pthread.h>

struct h { int (*fn)(void *); void *data; pthread_mutex_t *lock; };
static struct h hs[4];
static int nh;
static int na, nb;
static pthread_mutex_t la = PTHREAD_MUTEX_INITIALIZER, lb = PTHREAD_MUTEX_INITIALIZER;
static void reg(int (*fn)(void *), void *d, pthread_mutex_t *l) { hs[nh].fn = fn; hs[nh].data = d; hs[nh].lock = l; nh++; }
static int ha(void *d) { return ++*(int *)d; } // FP which lock was registered with which data is not known
static int hb(void *d) { int *x = d; *x += 2; return *x; } // FP likewise
static void fire(int i)
{
	struct h *h = &hs[i];
	pthread_mutex_lock(h->lock);
	h->fn(h->data);
	pthread_mutex_unlock(h->lock);
}
static void *th(void *a)
{
	for (int i = 0; i < nh; i++)
		fire(i);
	return 0;
}
int main(void)
{
	pthread_t t, u;
	reg(ha, &na, &la);
	reg(hb, &nb, &lb);
	pthread_create(&t, 0, th, 0);
	pthread_create(&u, 0, th, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return na != 2 || nb != 4;
}
