/* SPDX-License-Identifier: MIT */
/* A copy that begins in the middle of an element and ends there: members before it
 * are not touched. */
#include <pthread.h>
#include <string.h>

struct slot {
	long id, from, to;
};

static struct slot slots[8];

static void *shift(void *argument)
{
	long moved = 0;
	memcpy(&slots[*(int *)argument].to, &moved, sizeof(moved)); // NORACE
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t other;
	(void)argv;
	pthread_create(&other, NULL, shift, &argc);
	slots[argc + 1].id = 1; // NORACE
	slots[argc + 1].from = 2; // NORACE
	pthread_join(other, NULL);
	return (int)slots[0].id; // NORACE
}
