// SPDX-License-Identifier: MIT
/* memcpy into shared memory is a write of it. */
#include <pthread.h>
#include <string.h>

static char packet[64];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *arg)
{
	static const char text[] = "payload";

	pthread_mutex_lock(&m);
	memcpy(packet, text, sizeof(text)); // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void *look(void *arg)
{
	char first;

	pthread_mutex_lock(&m);
	first = packet[0]; // NORACE
	pthread_mutex_unlock(&m);
	return first == 'x' ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, fill, NULL);
	pthread_create(&second, NULL, look, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
