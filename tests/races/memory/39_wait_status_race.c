// SPDX-License-Identifier: MIT
/* The status that waitpid writes. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static int crashed;
static void *reap(void *arg)
{
	int status = 0;
	(void)arg;
	while (waitpid(-1, &status, 0) > 0)
		if (WIFSIGNALED(status))
			crashed++; // RACE
	return NULL;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, reap, NULL);
	reap(NULL);
	pthread_join(t, NULL);
	return crashed;
}
