// SPDX-License-Identifier: MIT
// The flag is cleared with the struct that it is in: there is a second one who finds it clear.
#include <pthread.h>
#include <string.h>
static struct { int opened; int gen; } st;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long data;
static void *worker(void *arg)
{
	int mine = 0;
	(void)arg;
	pthread_mutex_lock(&lock);
	if (!st.opened) {
		st.opened = 1;
		mine = 1;
	}
	pthread_mutex_unlock(&lock);
	if (mine)
		data++; // RACE
	return NULL;
}
static void *resetter(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	memset(&st, 0, sizeof st);
	pthread_mutex_unlock(&lock);
	return NULL;
}
int main(void)
{
	pthread_t a, b, c;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&c, NULL, resetter, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
