// SPDX-License-Identifier: MIT
/* C11 threads and mutexes. */
#include <threads.h>

static mtx_t lock;
static int score;

static int player(void *arg)
{
	int points = *(int *)arg;

	if (mtx_lock(&lock) != thrd_success)
		return -1;
	score += points; // RACE
	mtx_unlock(&lock);
	return 0;
}

static int cheat(void *arg)
{
	score = *(int *)arg; // RACE
	return 0;
}

int main(void)
{
	static int points = 5;
	thrd_t first, second;

	if (mtx_init(&lock, mtx_plain) != thrd_success)
		return 1;
	thrd_create(&first, player, &points);
	thrd_create(&second, cheat, &points);
	thrd_join(first, NULL);
	thrd_join(second, NULL);
	mtx_destroy(&lock);
	return score > 100; // NORACE
}
// TSAN: misses, C11 threads are not intercepted
