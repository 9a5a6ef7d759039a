/* SPDX-License-Identifier: MIT */
/* The race on the flag is silenced: then what is set up behind it is told for itself. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, pages;

static void initialize(void)
{
	if (ready) /* chequer: ignore set once */
		return;
	pthread_mutex_lock(&lock);
	if (!ready) {
		pages = 4;
		ready = 1;
	}
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	initialize();
	return pages ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
