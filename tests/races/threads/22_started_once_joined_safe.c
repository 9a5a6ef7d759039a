// SPDX-License-Identifier: MIT
/* The logger thread is started once, lazily; who finds it not started under the lock starts it. */
#include <pthread.h>

struct log { pthread_mutex_t m; int started; pthread_t th; int lines; };
static struct log L = {PTHREAD_MUTEX_INITIALIZER};
static long flushed;
static void *logger(void *a)
{
	for (int i = 0; i < 100; i++)
		flushed++; // FP that one thread was started, whoever did it, is not known where it is joined
	return 0;
}
static int ensure(struct log *l)
{
	int mine = 0;
	pthread_mutex_lock(&l->m);
	if (!l->started) {
		l->started = 1;
		mine = 1;
	}
	l->lines++;
	pthread_mutex_unlock(&l->m);
	if (mine && pthread_create(&l->th, 0, logger, l))
		return -1;
	return 0;
}
static void *w(void *a) { ensure(&L); return 0; }
int main(void)
{
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, w, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	pthread_join(L.th, 0);
	return flushed != 100; // FP likewise
}
