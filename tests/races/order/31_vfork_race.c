// SPDX-License-Identifier: MIT
// The child of vfork() has its parent's memory, and meets the threads of its parent.
#include <pthread.h>
#include <unistd.h>

static int status, count;

static void *worker(void *arg)
{
	status = 1; // RACE
	count++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	if (vfork() == 0) {
		status = 2; // RACE
		execl("/bin/true", "true", (char *)NULL);
		_exit(1);
	}
	if (fork() == 0) {
		count++; // NORACE
		_exit(0);
	}
	pthread_join(t, NULL);
	return status + count; // NORACE
}
