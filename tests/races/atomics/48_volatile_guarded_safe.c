// SPDX-License-Identifier: MIT
/* A volatile variable with its lock is as good as any other. */
#include <pthread.h>

struct port {
	pthread_mutex_t lock;
	volatile unsigned control;
};

static struct port port = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *enable(void *arg)
{
	pthread_mutex_lock(&port.lock);
	port.control |= 1u; // NORACE
	pthread_mutex_unlock(&port.lock);
	return arg;
}

static void *disable(void *arg)
{
	pthread_mutex_lock(&port.lock);
	port.control &= ~1u; // NORACE
	pthread_mutex_unlock(&port.lock);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, enable, NULL);
	pthread_create(&second, NULL, disable, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
