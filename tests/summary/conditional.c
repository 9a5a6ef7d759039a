// RUN: dump --summary work_if locked_or_null use_checked try_once
// SPDX-License-Identifier: MIT
/*
 * The survey, section 5 (conditional locking), and RELAY, Figure 11: the lockset
 * depends on a condition or on the result, and is known again where it is tested.
 */
#include <pthread.h>
#include <stddef.h>

struct swap {
	int users;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int work;
struct swap table[4];

void work_if(int do_work)
{
	if (do_work)
		pthread_mutex_lock(&m);
	if (do_work)
		work++;
	if (do_work)
		pthread_mutex_unlock(&m);
}

struct swap *locked_or_null(unsigned entry)
{
	if (!entry)
		return NULL;
	pthread_mutex_lock(&m);
	return &table[entry % 4];
}

void use_checked(unsigned entry)
{
	struct swap *p = locked_or_null(entry);

	if (p) {
		p->users--;
		pthread_mutex_unlock(&m);
	}
}

int try_once(void)
{
	if (pthread_mutex_trylock(&m))
		return -1;
	work++;
	pthread_mutex_unlock(&m);
	return 0;
}
