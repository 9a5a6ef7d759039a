// SPDX-License-Identifier: MIT
/* The thread is created after setjmp and is running when it returns for the second time. */
#include <pthread.h>
#include <setjmp.h>

static jmp_buf back;
static int count;

static void *work(void *arg)
{
	count++; // FN the state at the second return is that of the first (29)
	return arg;
}

static void start(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, NULL);
	longjmp(back, 1);
}

int main(void)
{
	if (setjmp(back) == 0)
		start();
	count++; // FN likewise
	return 0;
}
