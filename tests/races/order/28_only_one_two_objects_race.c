// SPDX-License-Identifier: MIT
// Two objects with a flag each: one for each is first, and they meet in what is there once.
#include <pthread.h>
#include <stdlib.h>
struct unit { pthread_mutex_t lock; int started; };
static long total;
static void begin(struct unit *u)
{
	pthread_mutex_lock(&u->lock);
	if (!u->started) {
		u->started = 1;
		total++; // RACE
	}
	pthread_mutex_unlock(&u->lock);
}
static void *worker(void *arg) { begin(arg); return NULL; }
int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++) {
		struct unit *u = calloc(1, sizeof(*u));
		pthread_mutex_init(&u->lock, NULL);
		pthread_create(&t[i], NULL, worker, u);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
