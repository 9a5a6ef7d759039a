// SPDX-License-Identifier: MIT
/* Readers count themselves in, and the writer does not look. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int readers, writer; static int data;
static void *r(void *a)
{
	int x;
	(void)a;
	atomic_fetch_add(&readers, 1);
	x = data; // RACE
	atomic_fetch_sub(&readers, 1);
	return (void *)(long)x;
}
static void *w(void *a)
{
	(void)a;
	while (atomic_exchange(&writer, 1))
		;
	data++; // RACE
	atomic_store(&writer, 0);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, r, 0);
	pthread_create(&b, 0, w, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
