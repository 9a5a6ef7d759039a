// SPDX-License-Identifier: MIT
/* The whole struct is copied while another thread writes one of its fields. */
#include <pthread.h>

struct sample {
	int time;
	int value;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct sample latest;

static void *sensor(void *arg)
{
	pthread_mutex_lock(&m);
	latest.value = 9; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void *display(void *arg)
{
	struct sample shown;

	pthread_mutex_lock(&m);
	shown = latest; // NORACE
	pthread_mutex_unlock(&m);
	return shown.value > 100 ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, sensor, NULL);
	pthread_create(&second, NULL, display, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
