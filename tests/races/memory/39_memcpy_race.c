// SPDX-License-Identifier: MIT
/* memcpy into shared memory is a write of it. */
#include <pthread.h>
#include <string.h>

static char packet[64];

static void *fill(void *arg)
{
	static const char text[] = "payload";

	memcpy(packet, text, sizeof(text)); // RACE
	return arg;
}

static void *look(void *arg)
{
	char first;

	first = packet[0]; // RACE
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
