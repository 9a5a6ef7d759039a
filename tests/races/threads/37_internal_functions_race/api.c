#include "registry.h"

int registry_acquire(int n)
{
	pthread_mutex_lock(&registry.lock);
	registry_grow(n);
	pthread_mutex_unlock(&registry.lock);
	return n;
}

void registry_release(int n)
{
	pthread_mutex_lock(&registry.lock);
	registry_grow(-n);
	pthread_mutex_unlock(&registry.lock);
}
