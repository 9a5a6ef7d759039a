// SPDX-License-Identifier: MIT
// TSAN: misses, the thread hardly comes between
/* Two mutexes are made by the same function, and each is put in a slot of its own: which of them is
 * held is not told by where they were made. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef pthread_mutex_t *_Atomic slot_t;

static slot_t first, second;
static int n;

static pthread_mutex_t *new_mutex(void)
{
	pthread_mutex_t *m = malloc(sizeof *m);

	if (!m)
		abort();
	pthread_mutex_init(m, NULL);
	return m;
}

static bool fill(slot_t *s, pthread_mutex_t *m)
{
	pthread_mutex_t *none = NULL;

	return atomic_compare_exchange_strong(s, &none, m);
}

static void make_both(void)
{
	pthread_mutex_t *p = new_mutex(), *q = new_mutex();

	if (!fill(&first, p) || !fill(&second, q))
		return;
	pthread_mutex_lock(p);
	n++; // RACE
	pthread_mutex_unlock(p);
}

static void make_in_turn(void)
{
	slot_t *slots[] = {&first, &second};
	pthread_mutex_t *last = NULL;

	for (int i = 0; i < 2; i++) {
		pthread_mutex_t *m = new_mutex();

		if (!fill(slots[i], m))
			return;
		if (last) {
			pthread_mutex_lock(last);
			n++; // RACE
			pthread_mutex_unlock(last);
		}
		last = m;
	}
}

static void *work(void *arg)
{
	pthread_mutex_t *m = atomic_load(&second);

	if (!m)
		return arg;
	pthread_mutex_lock(m);
	n++; // RACE
	pthread_mutex_unlock(m);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	pthread_create(&id, NULL, work, NULL);
	if (argc > 1)
		make_both();
	else
		make_in_turn();
	pthread_join(id, NULL);
	return 0;
}
