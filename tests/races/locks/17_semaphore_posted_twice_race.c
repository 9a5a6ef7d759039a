// SPDX-License-Identifier: MIT
/* Semaphores that count to two, as who has waited posts twice: on an error path and behind it, when
 * a mode says so, or before he waits; through helpers. */
#include <pthread.h>
#include <semaphore.h>

static sem_t on_error, by_mode, too_early, guarded;
static int a, b, c, d, mode;

static void enter(sem_t *x)
{
	sem_wait(x);
}

static void leave(sem_t *x)
{
	sem_post(x);
}

static int check(int k)
{
	if (k & 1) {
		leave(&on_error);
		return -1;
	}
	a += k; // RACE
	return 0;
}

static void *worker(void *arg)
{
	for (int i = 0; i < 9; i++) {
		enter(&on_error);
		check(i);
		leave(&on_error);
	}
	sem_wait(&by_mode);
	b++; // RACE
	sem_post(&by_mode);
	if (mode == 3)
		sem_post(&by_mode);
	leave(&too_early);
	enter(&too_early);
	c++; // RACE
	leave(&too_early);
	enter(&guarded);
	enter(&by_mode);
	d++; // NORACE
	leave(&by_mode);
	leave(&guarded);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t x, y;

	mode = argc;
	sem_init(&on_error, 0, 1);
	sem_init(&by_mode, 0, 1);
	sem_init(&too_early, 0, 1);
	sem_init(&guarded, 0, 1);
	pthread_create(&x, 0, worker, argv);
	pthread_create(&y, 0, worker, argv);
	pthread_join(x, 0);
	pthread_join(y, 0);
	return 0;
}
