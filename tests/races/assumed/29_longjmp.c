// SPDX-License-Identifier: MIT
/* docs/soundness.md, 29: back at setjmp without the lock that was held there. */
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *work(void *arg)
{
	jmp_buf back;

	pthread_mutex_lock(&m);
	if (setjmp(back)) {
		n++; // FN the lock was released before the jump
		return arg;
	}
	pthread_mutex_unlock(&m);
	longjmp(back, 1);
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
