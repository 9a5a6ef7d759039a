/* A macro for atomics that reads through volatile: shown, with medium confidence. */
#include <pthread.h>

static int waiters;

static void *wait_for(void *a)
{
	__atomic_add_fetch(&waiters, 1, __ATOMIC_SEQ_CST);
	return a;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, wait_for, NULL);
	return *(volatile int *)&waiters;
}
