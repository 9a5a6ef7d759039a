/* SPDX-License-Identifier: MIT */
/* Report: a library without main. Its visible functions are the entries. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static int registry_size;
static const char *registry_owner;

void registry_add(void);
void registry_set_owner(const char *owner);
const char *registry_get_owner(void);

static void grow(void)
{
	registry_size++; // NORACE
}

void registry_add(void)
{
	pthread_mutex_lock(&registry_lock);
	grow();
	pthread_mutex_unlock(&registry_lock);
}

void registry_set_owner(const char *owner)
{
	pthread_mutex_lock(&registry_lock);
	registry_owner = owner; // RACE
	pthread_mutex_unlock(&registry_lock);
}

const char *registry_get_owner(void)
{
	return registry_owner; // RACE
}
