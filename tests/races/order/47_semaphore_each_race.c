// As 47_semaphore_each_safe.c, but the loop does not wait for all that were created.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
enum { COUNT = 4 };

/* It takes turns: who has a place again has others that still work. */
static sem_t turns[COUNT];
static long rounds, seen;
static void *takes_turn(void *arg)
{
	seen += rounds; // RACE
	sem_post(&turns[(long)arg]);
	return NULL;
}
static void run_turns(int n)
{
	for (int i = 0; i < COUNT; i++)
		sem_init(&turns[i], 0, 1);
	for (int i = 0; i < n; i++) {
		pthread_t id;
		sem_wait(&turns[i % COUNT]);
		pthread_create(&id, NULL, takes_turn, (void *)(long)(i % COUNT));
	}
	rounds++; // RACE
}

/* Always for the same one. */
static sem_t places[COUNT];
static long level;
static void *has_place(void *arg)
{
	if (level > 3) // RACE
		sched_yield();
	sem_post(&places[(long)arg]);
	return NULL;
}
static void run_places(int n)
{
	for (int i = 0; i < COUNT; i++)
		sem_init(&places[i], 0, 1);
	for (int i = 0; i < n; i++) {
		pthread_t id;
		sem_wait(&places[i % COUNT]);
		pthread_create(&id, NULL, has_place, (void *)(long)(i % COUNT));
	}
	for (int i = 0; i < COUNT; i++)
		sem_wait(&places[0]);
	level = n; // RACE
}

/* In its turn it changes what all of them read. */
static struct slot { sem_t free; long in; } slots[COUNT];
static long limit;
static void *has_slot(void *arg)
{
	if (slots[(long)arg].in > limit) // RACE
		sched_yield();
	sem_post(&slots[(long)arg].free);
	return NULL;
}
static void run_slots(int n)
{
	for (int i = 0; i < COUNT; i++)
		sem_init(&slots[i].free, 0, 1);
	for (int i = 0; i < n; i++) {
		pthread_t id;
		sem_wait(&slots[i % COUNT].free);
		slots[i % COUNT].in = i; // FP that of the slot whose semaphore was taken
		limit = n - i; // RACE
		pthread_create(&id, NULL, has_slot, (void *)(long)(i % COUNT));
	}
	for (int i = 0; i < COUNT; i++)
		sem_wait(&slots[i].free);
}

int main(int argc, char **argv)
{
	(void)argv;
	run_turns(argc);
	run_places(argc);
	run_slots(argc);
	return 0;
}
