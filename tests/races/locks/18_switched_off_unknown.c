// SPDX-License-Identifier: MIT
/* Locking is switched off, and threads run all the same: docs/soundness.md, 'Locking
 * that is switched off'. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *m;
static int used;

static void *spend(void *arg)
{
	if (m)
		pthread_mutex_lock(m);
	used++; // FN nobody sets the lock
	if (m)
		pthread_mutex_unlock(m);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t first, second;

	(void)argv;
	if (argc > 100)
		m = malloc(sizeof(*m));
	if (m)
		pthread_mutex_init(m, NULL);
	pthread_create(&first, NULL, spend, NULL);
	pthread_create(&second, NULL, spend, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
