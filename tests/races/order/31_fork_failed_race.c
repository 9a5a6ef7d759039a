// SPDX-License-Identifier: MIT
// Where fork() may have failed it is still the parent.
#include <pthread.h>
#include <unistd.h>
static long state;
static void *worker(void *arg)
{
	(void)arg;
	state++; // RACE
	return NULL;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	pid_t pid = fork();
	if (pid <= 0) {
		state = 5; // RACE
		return 0;
	}
	pthread_join(t, NULL);
	return 0;
}
