// SPDX-License-Identifier: MIT
/* select writes the set and the time. */
#include <pthread.h>
#include <sys/select.h>
static int ready_count;
static void *sel(void *arg)
{
	fd_set rd;
	int fd = *(int *)arg;
	struct timeval tv = {1, 0};
	FD_ZERO(&rd);
	FD_SET(fd, &rd);
	select(fd + 1, &rd, NULL, NULL, &tv);
	if (FD_ISSET(0, &rd))
		ready_count++; // RACE
	if (tv.tv_sec == 0 && tv.tv_usec == 0)
		ready_count--; // RACE
	return NULL;
}
int main(void)
{
	pthread_t a, b;
	int x = 0, y = 1;
	pthread_create(&a, NULL, sel, &x);
	pthread_create(&b, NULL, sel, &y);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
