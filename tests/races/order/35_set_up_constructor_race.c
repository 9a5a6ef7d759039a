// SPDX-License-Identifier: MIT
// As 35_set_up_constructor_safe.c, but nothing sets it up before the threads begin.
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
	page = 4096; // RACE
	arena = malloc(page * 16); // RACE
	if (!arena) {
		pthread_mutex_unlock(&init_lock);
		return true;
	}
	state = BUSY; // RACE
	pthread_mutex_unlock(&init_lock);
	names = get(64); // RACE
	pthread_mutex_lock(&init_lock);
	state = DONE; // RACE
	pthread_mutex_unlock(&init_lock);
	return false;
}

static bool set_up(void)
{
	return state != DONE && set_up_hard(); // RACE
}

static void *get(size_t n)
{
	void *p = NULL;
	if (set_up())
		return NULL;
	pthread_mutex_lock(&lock);
	if (used + n <= page * 16) { // RACE
		p = arena + used; // RACE
		used += n;
	}
	pthread_mutex_unlock(&lock);
	return p;
}

static void begin(void)
{
	set_up();
}

static void *work(void *arg)
{
	(void)arg;
	for (int i = 0; i < 10; i++)
		get(16);
	return names; // RACE
}

int main(void)
{
	pthread_t id[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	begin();
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return 0;
}
