// SPDX-License-Identifier: MIT
// A function that is not known gets what a thread begins with, 'void *(void *)', and most likely starts it:
// with the one that has asked for it, and with another such thread.
#include <pthread.h>

struct reader {
	pthread_t id;
	int errors;
};

int os_thread_create(pthread_t *id, int attr, void *(*f)(void *), void *arg);

static struct reader reader;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, locked;

static void *watch(void *arg)
{
	struct reader *r = arg;

	for (;;) {
		r->errors++;
		count++; // RACE
		pthread_mutex_lock(&lock);
		locked++; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void *hotplug(void *arg)
{
	count = 0; // RACE
	return arg;
}

int main(void)
{
	pthread_t other;

	os_thread_create(&reader.id, 0, watch, &reader);
	os_thread_create(&other, 0, hotplug, NULL);
	pthread_mutex_lock(&lock);
	locked = 0; // NORACE
	pthread_mutex_unlock(&lock);
	return count; // RACE
}
