// SPDX-License-Identifier: MIT
/* Two flags that are set by one function, which is given a pointer: which of the two it is, and to
 * what it is set, is not told apart. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int early, late, data;

static void set(int *flag, int to)
{
	pthread_mutex_lock(&m);
	*flag = to;
	pthread_mutex_unlock(&m);
}

static int is_late(void)
{
	int now;

	pthread_mutex_lock(&m);
	now = late;
	pthread_mutex_unlock(&m);
	return now;
}

static void *work(void *arg)
{
	set(&early, 1);
	data = 1; // FP the first call may set the other flag
	set(&late, 1);
	return arg;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, NULL);
	while (!is_late())
		usleep(10);
	return data; // FP likewise
}
