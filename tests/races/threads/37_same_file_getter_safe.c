/* As 37_same_file_getter_race.c, but the helper is static. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int count_locked(void)
{
	return count; // NORACE
}

int get_count(void)
{
	pthread_mutex_lock(&lock);
	int n = count_locked();
	pthread_mutex_unlock(&lock);
	return n;
}

void add(int n)
{
	pthread_mutex_lock(&lock);
	if (count_locked() < 100)
		count += n; // NORACE
	pthread_mutex_unlock(&lock);
}
