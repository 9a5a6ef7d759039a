// SPDX-License-Identifier: MIT
/* poll writes every element of its array. */
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
#define N 4
static struct pollfd set[N];
static long wakeups[2];
static void served(int i)
{
	wakeups[i & 1]++; // RACE
}
static void *loop(void *arg)
{
	int i;
	struct pollfd mine[N];
	(void)arg;
	for (i = 0; i < N; i++) {
		mine[i].fd = set[i].fd;
		mine[i].events = POLLIN;
		mine[i].revents = 0;
	}
	while (poll(mine, N, 100) > 0)
		for (i = 0; i < N; i++)
			if (mine[i].revents & POLLIN)
				served(i);
	return NULL;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, loop, NULL);
	pthread_create(&b, NULL, loop, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
