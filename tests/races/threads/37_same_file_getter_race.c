/* A library: its getter is also used inside, under the lock. Nothing but callers
 * outside explains why it is visible: they call it without the lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

int get_count(void)
{
	return count; // RACE
}

void add(int n)
{
	pthread_mutex_lock(&lock);
	if (get_count() < 100)
		count += n; // RACE
	pthread_mutex_unlock(&lock);
}
