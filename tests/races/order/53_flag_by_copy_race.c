// SPDX-License-Identifier: MIT
/* Others set the flag as well: by copying a word over it, or all of a struct that is one word. What
 * they copy is not known. */
#include <pthread.h>
#include <sched.h>
#include <string.h>

struct state {
	int done;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done, data, other;
static struct state state;

static void *work(void *arg)
{
	data = 1; // RACE
	pthread_mutex_lock(&lock);
	done = 1;
	pthread_mutex_unlock(&lock);
	other = 2; // RACE
	pthread_mutex_lock(&lock);
	state.done = 1;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *set_too(void *arg)
{
	struct state one = *(struct state *)arg;

	pthread_mutex_lock(&lock);
	memcpy(&done, &one.done, sizeof(done));
	state = one;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void wait_done(void)
{
	int found;

	do {
		sched_yield();
		pthread_mutex_lock(&lock);
		found = done;
		pthread_mutex_unlock(&lock);
	} while (!found);
}

static void wait_state(void)
{
	int found;

	do {
		sched_yield();
		pthread_mutex_lock(&lock);
		found = state.done;
		pthread_mutex_unlock(&lock);
	} while (!found);
}

int main(int argc, char **argv)
{
	struct state set = {argc};
	pthread_t a, b;
	int seen;

	(void)argv;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, set_too, &set);
	wait_done();
	seen = data; // RACE
	wait_state();
	seen += other; // RACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return seen;
}
