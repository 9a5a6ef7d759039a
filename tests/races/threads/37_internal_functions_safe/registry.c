/* No main. registry_grow is internal: the other file calls it, with the lock held. */
#include "registry.h"

struct registry registry = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

void registry_grow(int by)
{
	registry.used += by; // NORACE
	if (registry.used > registry.peak) // NORACE
		registry.peak = registry.used; // NORACE
}

int registry_peak(void)
{
	pthread_mutex_lock(&registry.lock);
	int peak = registry.peak; // NORACE
	pthread_mutex_unlock(&registry.lock);
	return peak;
}
