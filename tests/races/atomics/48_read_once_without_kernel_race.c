// SPDX-License-Identifier: MIT
/* In a program for users volatile is not atomic, whatever the macro is called. */
#include <pthread.h>

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))

static int flag;

static void kfree(const void *p)
{
	(void)p;
}

static void *worker(void *arg)
{
	WRITE_ONCE(flag, 1); // RACE
	kfree(arg);
	return NULL;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, worker, NULL);
	if (READ_ONCE(flag)) // RACE
		return 1;
	pthread_join(id, NULL);
	return 0;
}
