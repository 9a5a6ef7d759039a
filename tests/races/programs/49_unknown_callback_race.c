// SPDX-License-Identifier: MIT
// A function that nobody knows is given functions to call: it may do so at once, on
// the thread that calls it, or later on another (low confidence).
// RUN: --all
#include <pthread.h>

void for_each(void (*visit)(void *item, void *user), void *user);
void on_event(void (*handler)(void *));

static int visits, hits, events;

static void count(void *item, void *user)
{
	(void)item;
	++*(int *)user; // RACE
	hits++; // RACE
}

static void *walk(void *arg)
{
	for_each(count, &visits); // RACE
	return arg;
}

static void handle(void *arg)
{
	(void)arg;
	events++; // RACE
}

int main(void)
{
	pthread_t a, b;

	on_event(handle);
	events = 1; // RACE
	pthread_create(&a, NULL, walk, NULL);
	pthread_create(&b, NULL, walk, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return visits + hits; // RACE
}
