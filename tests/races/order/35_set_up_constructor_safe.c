// SPDX-License-Identifier: MIT
// An allocator of the program's own: a constructor sets it up before main begins, and each
// call looks whether that was done. The set-up may fail, and come to itself again.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { DONE, BUSY, NEW };
static int state = NEW;
static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;
static size_t page; // chunks
static char *arena;
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *names;

static void *get(size_t n);

static bool set_up_hard(void)
{
	pthread_mutex_lock(&init_lock);
	if (state == DONE || state == BUSY) {
		pthread_mutex_unlock(&init_lock);
		return false;
	}
	page = 4096; // NORACE
	arena = malloc(page * 16); // NORACE
	if (!arena) {
		pthread_mutex_unlock(&init_lock);
		return true;
	}
	state = BUSY; // NORACE
	pthread_mutex_unlock(&init_lock);
	names = get(64); // NORACE
	pthread_mutex_lock(&init_lock);
	state = DONE; // NORACE
	pthread_mutex_unlock(&init_lock);
	return false;
}

static bool set_up(void)
{
	return state != DONE && set_up_hard(); // NORACE
}

static void *get(size_t n)
{
	void *p = NULL;
	if (set_up())
		return NULL;
	pthread_mutex_lock(&lock);
	if (used + n <= page * 16) { // NORACE
		p = arena + used; // NORACE
		used += n;
	}
	pthread_mutex_unlock(&lock);
	return p;
}

__attribute__((constructor)) static void begin(void)
{
	set_up();
}

static void *work(void *arg)
{
	(void)arg;
	for (int i = 0; i < 10; i++)
		get(16);
	return names; // NORACE
}

int main(void)
{
	pthread_t id[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	get(1);
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return 0;
}
