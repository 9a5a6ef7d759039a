// SPDX-License-Identifier: MIT
/* Errors leave through a cleanup label that unlocks. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used, failures;

static int reserve(int n)
{
	int err = 0;

	pthread_mutex_lock(&m);
	if (used + n > 10) { // NORACE
		err = -1;
		goto out;
	}
	used += n; // NORACE
out:
	if (err)
		failures++; // NORACE
	pthread_mutex_unlock(&m);
	return err;
}

static void *client(void *arg)
{
	int i;

	for (i = 0; i < 5; i++)
		reserve(3);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, client, NULL);
	pthread_create(&second, NULL, client, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
