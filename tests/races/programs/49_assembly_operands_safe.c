// SPDX-License-Identifier: MIT
/* Assembly that is atomic, without text, only reads, or holds a lock for what it touches. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int atomic, empty, constant, guarded;

static void add(int *n)
{
	__asm__ volatile("lock; incl %0" : "+m"(*n)); // NORACE
}

static void *worker(void *arg)
{
	int x, mine = 0;

	add(&atomic);
	__asm__ volatile("xchgl %0, %1" : "=r"(x), "+m"(atomic)); // NORACE
	__asm__ volatile("" : "+m"(empty)); // NORACE
	__asm__ volatile("movl %1, %0" : "=r"(x) : "m"(constant)); // NORACE
	__asm__ volatile("incl %0" : "+m"(mine)); // NORACE
	pthread_mutex_lock(&m);
	__asm__ volatile("incl %0" : "+m"(guarded)); // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_mutex_lock(&m);
	guarded = 1; // NORACE
	pthread_mutex_unlock(&m);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return constant; // NORACE
}
