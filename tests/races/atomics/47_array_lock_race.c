// SPDX-License-Identifier: MIT
/* An array lock in which two places are open. */
#include <pthread.h>
#include <stdatomic.h>
#define N 8
static atomic_int flags[N] = {1, 1}; static atomic_uint slot; static int v;
static unsigned lock(void)
{
	unsigned s = atomic_fetch_add(&slot, 1) % N;
	while (!atomic_load(&flags[s]))
		;
	atomic_store(&flags[s], 0);
	return s;
}
static void unlock(unsigned s) { atomic_store(&flags[(s + 1) % N], 1); }
static void *w(void *a) { unsigned s = lock(); (void)a; v++; unlock(s); return 0; } // RACE
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, w, 0);
	pthread_create(&b, 0, w, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return v;
}
