// SPDX-License-Identifier: MIT
// As the safe twin, but the thread is started first.
#include <pthread.h>

static pthread_t id;
static int size, count;

static void *work(void *arg)
{
	count += size; // RACE
	return arg;
}

__attribute__((constructor)) static void set_up(void)
{
	size = 4; // RACE
}

__attribute__((constructor(200))) static void start(void)
{
	pthread_create(&id, NULL, work, NULL);
}

int main(void)
{
	pthread_join(id, NULL);
	return count; // NORACE
}
