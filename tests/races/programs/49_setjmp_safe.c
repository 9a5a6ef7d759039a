// SPDX-License-Identifier: MIT
/* An error leaves through longjmp; the lock is released where it lands, or not held. */
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int parsed, errors;

static void parse(jmp_buf *bail, int bad)
{
	pthread_mutex_lock(&m);
	parsed++; // NORACE
	if (bad)
		longjmp(*bail, 1);
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	jmp_buf bail;

	if (setjmp(bail)) {
		errors++; // FP longjmp keeps locks, setjmp does not know
		pthread_mutex_unlock(&m);
		return arg;
	}
	parse(&bail, 0);
	parse(&bail, 1);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
