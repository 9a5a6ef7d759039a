/* SPDX-License-Identifier: MIT */
/* A copy that begins in the middle of an element ends in the next one: it touches
 * members that come before the one where it begins. */
#include <pthread.h>
#include <string.h>

struct slot {
	long id, from, to;
};

static struct slot slots[8];

static void *shift(void *argument)
{
	long moved[3] = {0};
	memcpy(&slots[*(int *)argument].to, moved, sizeof(moved)); // RACE
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t other;
	(void)argv;
	pthread_create(&other, NULL, shift, &argc);
	slots[argc + 1].id = 1; // RACE
	slots[argc + 1].from = 2; // RACE
	pthread_join(other, NULL);
	return (int)slots[0].id; // NORACE
}
