// SPDX-License-Identifier: MIT
/* An interpreter with computed gotos. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int accumulator;

static void run(const unsigned char *code)
{
	static const void *const targets[] = { &&inc, &&yield, &&end };

	pthread_mutex_lock(&m);
	goto *targets[*code];
inc:
	accumulator++; // NORACE
	goto *targets[*++code];
yield:
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	goto *targets[*++code];
end:
	pthread_mutex_unlock(&m);
	return;
}

static void *worker(void *arg)
{
	static const unsigned char program[] = { 0, 0, 1, 0, 2 };

	run(program);
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
