// SPDX-License-Identifier: MIT
/* As 37_local_and_parameter_safe.c, but others find the variable in the list. */
#include <pthread.h>

struct copy {
	struct copy *next;
	int rc;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct copy *copies;

int copy_all(void)
{
	struct copy c = { 0, 0 };

	pthread_mutex_lock(&lock);
	c.next = copies;
	copies = &c;
	pthread_mutex_unlock(&lock);
	c.rc++; // RACE
	pthread_mutex_lock(&lock);
	copies = c.next;
	pthread_mutex_unlock(&lock);
	return c.rc;
}

void copy_stop(void)
{
	pthread_mutex_lock(&lock);
	for (struct copy *c = copies; c; c = c->next)
		c->rc = -1; // RACE
	pthread_mutex_unlock(&lock);
}
