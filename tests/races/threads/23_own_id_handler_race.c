// SPDX-License-Identifier: MIT
// A handler may run on the thread whose id is stored.
#include <pthread.h>
#include <signal.h>

static pthread_t owner;
static int seen, done;

static void on_signal(int number)
{
	(void)number;
	if (pthread_equal(pthread_self(), owner))
		seen++; // RACE
}

static void *work(void *arg)
{
	done++; // NORACE
	seen++; // RACE
	return arg;
}

int main(void)
{
	pthread_t id;

	owner = pthread_self();
	signal(SIGUSR1, on_signal);
	pthread_create(&id, NULL, work, NULL);
	pthread_join(id, NULL);
	return done;
}
