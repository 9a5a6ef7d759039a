// SPDX-License-Identifier: MIT
/* Who finds its own id in the one variable has it only until another one puts its own there. */
#include <pthread.h>

static struct {
	pthread_t id;
	int n;
} owner;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	owner.id = pthread_self();
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	if (pthread_equal(owner.id, pthread_self())) {
		pthread_mutex_unlock(&lock);
		owner.n++; // RACE
		return arg;
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
