/* The flag does not say whether there is a thread: each for another reason. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/* ---- the thread clears it itself, before its last access ---- */

static bool busy;
static pthread_t busy_id;
static int by_thread;

static void *clears(void *a)
{
	busy = false; // RACE
	by_thread++; // RACE
	return a;
}

static void by_itself(void)
{
	busy = true;
	pthread_create(&busy_id, NULL, clears, NULL);
	if (busy) // RACE
		pthread_join(busy_id, NULL);
	by_thread = 0; // RACE
}

/* ---- it is cleared without a join ---- */

struct client {
	int threaded;
	pthread_t id;
	int x;
};
static struct client early, late, wrong, again;

static void *work(void *a)
{
	struct client *c = a;

	c->x++; // RACE
	return NULL;
}

static void cleared_early(void)
{
	early.threaded = 1;
	pthread_create(&early.id, NULL, work, &early);
	early.threaded = 0;
	if (early.threaded)
		pthread_join(early.id, NULL);
	early.x = 0; // RACE
}

/* ---- it is asked before it is set ---- */

static void asked_early(void)
{
	pthread_create(&late.id, NULL, work, &late);
	if (late.threaded == 1)
		pthread_join(late.id, NULL);
	late.x = 0; // RACE
	late.threaded = 1;
}

/* ---- it is asked for another number ---- */

static void asked_wrongly(void)
{
	wrong.threaded = 2;
	pthread_create(&wrong.id, NULL, work, &wrong);
	if (wrong.threaded == 1)
		pthread_join(wrong.id, NULL);
	wrong.x = 0; // RACE
}

/* ---- read before the creation, asked after it ---- */

static void asked_of_before(void)
{
	int was = again.threaded;

	again.threaded = 1;
	pthread_create(&again.id, NULL, work, &again);
	if (was == 1)
		pthread_join(again.id, NULL);
	again.x = 0; // RACE
}

/* ---- the id is of somebody else by then ---- */

static struct client over;

static void *nothing(void *a)
{
	return a;
}

static void overwritten(void)
{
	over.threaded = 1;
	pthread_create(&over.id, NULL, work, &over);
	pthread_create(&over.id, NULL, nothing, NULL);
	if (over.threaded == 1)
		pthread_join(over.id, NULL);
	over.x = 0; // RACE
}

int main(void)
{
	by_itself();
	cleared_early();
	asked_early();
	asked_wrongly();
	asked_of_before();
	overwritten();
	return 0;
}
