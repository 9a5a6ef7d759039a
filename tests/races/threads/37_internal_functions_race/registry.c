/* No main. registry_grow is called by the other file under the lock, but it is also in the
 * interface: its callers outside do not hold it. */
#include "registry.h"

struct registry registry = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

void registry_grow(int by)
{
	registry.used += by; // FN called from another file: taken for internal
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
