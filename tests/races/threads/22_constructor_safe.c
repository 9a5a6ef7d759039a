// SPDX-License-Identifier: MIT
// Before main: one constructor sets up what the thread of a later one reads; main waits.
#include <pthread.h>

static pthread_t id;
static int size, count;

static void *work(void *arg)
{
	count += size; // NORACE
	return arg;
}

__attribute__((constructor(201))) static void start(void)
{
	pthread_create(&id, NULL, work, NULL);
}

__attribute__((constructor(200))) static void set_up(void)
{
	size = 4; // NORACE
}

int main(void)
{
	pthread_join(id, NULL);
	return count; // NORACE
}
