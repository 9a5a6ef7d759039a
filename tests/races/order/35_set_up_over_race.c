// SPDX-License-Identifier: MIT
// As 35_set_up_over_safe.c, but the state does come back; main goes past the set-up on one way;
// a thread is created before the set-up is
// done; and a mode is looked for twice.
#include <pthread.h>
#include <stdlib.h>

static int again_ready, again_value;
static int skipped_ready, skipped_value;
static int early_ready, early_value;
static int other_ready, other_value;

static int again(void)
{
	if (!again_ready) { // RACE
		again_value = 1; // RACE
		again_ready = 1; // RACE
	}
	return again_value; // RACE
}

static void drop(void)
{
	again_ready = 0; // RACE
}

static int skipped(void)
{
	if (!skipped_ready) { // RACE
		skipped_value = 2; // RACE
		skipped_ready = 1; // RACE
	}
	return skipped_value; // RACE
}

static int other(void)
{
	if (!other_ready) { // RACE
		other_value = 3; // RACE
		other_ready = 1; // RACE
	}
	return other_value; // RACE
}

static void *early(void *arg)
{
	(void)arg;
	return early_value ? NULL : &early_value; // RACE
}

static void start_early(void)
{
	pthread_t id;
	if (!early_ready) {
		pthread_create(&id, NULL, early, NULL);
		early_value = 4; // RACE
		early_ready = 1;
	}
}

/* No set-up, but a mode that is looked for before it is used. */
static int polls = 1, poll_value;

static void *poller(void *arg)
{
	(void)arg;
	return polls && poll_value ? NULL : &poll_value; // RACE
}

static void start_poller(int n)
{
	pthread_t id;
	if (polls)
		polls = n > 2;
	pthread_create(&id, NULL, poller, NULL);
	if (polls)
		poll_value = 5; // RACE
}

/* Nor is what is computed once. */
static unsigned quirks;
static int quirk_value;

static void *quirky(void *arg)
{
	(void)arg;
	if (!(quirks & 2) && quirk_value) // RACE
		return &quirk_value;
	return quirks == 0 && quirk_value ? NULL : &quirks; // RACE
}

static void start_quirky(int n)
{
	pthread_t id;
	quirks = (unsigned)n * 2u;
	if (!(quirks & 2) || quirks == 0)
		quirk_value = 1;
	pthread_create(&id, NULL, quirky, NULL);
	if (!(quirks & 2))
		quirk_value = 6; // RACE
	if (quirks == 0)
		quirk_value = 7; // RACE
}

static void *work(void *arg)
{
	int *sum = arg;
	*sum = again() + skipped() + other();
	drop();
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t id[2];
	int sums[2] = {0, 0};
	(void)argv;
	again();
	if (argc > 1)
		skipped();
	start_early();
	start_poller(argc);
	start_quirky(argc);
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, &sums[i]);
	other();
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return sums[0] - sums[1];
}
