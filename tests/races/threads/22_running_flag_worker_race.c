// SPDX-License-Identifier: MIT
// The thread clears the flag before it is done; so does another one, which has not joined it.
#include <pthread.h>

static pthread_t id, other;
static _Atomic int running, going;
static int n, m;

static void *work(void *arg)
{
	running = 0;
	n++; // RACE
	return arg;
}

static void *go(void *arg)
{
	m++; // RACE
	return arg;
}

static void *meddle(void *arg)
{
	going = 0;
	return arg;
}

int main(void)
{
	pthread_t third;

	if (pthread_create(&id, NULL, work, NULL) == 0)
		running = 1;
	if (pthread_create(&other, NULL, go, NULL) == 0)
		going = 1;
	if (pthread_create(&third, NULL, meddle, NULL) == 0)
		pthread_join(third, NULL);
	if (running)
		pthread_join(id, NULL);
	n++; // RACE
	if (going)
		pthread_join(other, NULL);
	m++; // RACE
	return 0;
}
