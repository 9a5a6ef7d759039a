// SPDX-License-Identifier: MIT
/* An object is filled in before it is published under the lock, or after. */
#include <pthread.h>
#include <stdlib.h>

struct session {
	int user;
	int rights;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *current;

static void *opener(void *arg)
{
	struct session *s = malloc(sizeof(*s));

	s->user = 1; // NORACE
	s->rights = 7; // NORACE
	pthread_mutex_lock(&lock);
	current = s; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *checker(void *arg)
{
	int i, allowed = 0;

	for (i = 0; i < 100; i++) {
		pthread_mutex_lock(&lock);
		if (current) { // NORACE
			allowed += current->user; // NORACE
			allowed += current->rights; // NORACE
		}
		pthread_mutex_unlock(&lock);
	}
	return allowed ? NULL : arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, opener, NULL);
	pthread_create(&second, NULL, checker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
