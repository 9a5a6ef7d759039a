// SPDX-License-Identifier: MIT
// One of those who may have stored their id there does not hold the lock: a worker that does so
// too, by a function that it is given; whoever a handler interrupts; and one whose id was stored
// when it was created.
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

static _Atomic pthread_t owner, caught, made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int noted, seen, known;

static void open_all(void)
{
	owner = pthread_self();
}

static void on_signal(int number)
{
	(void)number;
	caught = pthread_self();
}

static bool is_owner(void)
{
	return pthread_equal(owner, pthread_self());
}

static void run(void (*step)(void))
{
	step();
}

static void *worker(void *arg)
{
	run(open_all);
	if (is_owner())
		noted++; // RACE
	if (pthread_equal(caught, pthread_self()))
		seen++; // RACE
	if (pthread_equal(made, pthread_self()))
		known++; // RACE
	return arg;
}

static void *opener(void *arg)
{
	pthread_mutex_lock(&lock);
	open_all();
	noted++; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	signal(SIGUSR1, on_signal);
	pthread_create(&a, NULL, worker, NULL);
	made = a;
	pthread_create(&b, NULL, opener, NULL);
	pthread_mutex_lock(&lock);
	open_all();
	noted++; // RACE
	seen++; // RACE
	known++; // RACE
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return noted + seen + known;
}
