// SPDX-License-Identifier: MIT
// Where more than one thread stores its id, or somebody else's is stored, or it is another
// thread that gets there, a test of the id does not say who it is.
#include <pthread.h>
#include <stdbool.h>

static pthread_t owner, anybody, last, given, both;
static int other, first, second, third, fourth, fifth;

/* Whoever is not the main thread: there are two. */
static void step(void)
{
	if (pthread_equal(pthread_self(), owner))
		return;
	other++; // RACE
}

/* Two threads run this. */
static void claim(void)
{
	anybody = pthread_self(); // RACE
	if (pthread_self() == anybody) // RACE
		first++; // RACE
}

/* Two places store an id. */
static void take(void)
{
	if (pthread_equal(last, pthread_self())) // RACE
		second++; // RACE
}

/* The id of a thread that was created. */
static void work(void)
{
	if (pthread_equal(given, pthread_self()))
		third++; // RACE
}

/* Two ids are compared, none of them our own. */
static void compare(pthread_t id)
{
	if (pthread_equal(id, owner))
		fourth++; // RACE
}

/* After the test anybody goes on. */
static bool pass(void)
{
	if (pthread_equal(owner, pthread_self()))
		both = 0; // NORACE
	fifth++; // RACE
	return true;
}

static void *one(void *arg)
{
	last = pthread_self(); // RACE
	step();
	claim();
	take();
	work();
	compare(owner);
	pass();
	return arg;
}

static void *two(void *arg)
{
	last = pthread_self(); // RACE
	step();
	claim();
	take();
	pass();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	owner = pthread_self();
	pthread_create(&given, NULL, one, NULL);
	a = given;
	pthread_create(&b, NULL, two, NULL);
	third++; // RACE
	fourth++; // RACE
	pass();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return other + first + second + third + fourth + fifth;
}
