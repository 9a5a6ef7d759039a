// SPDX-License-Identifier: MIT
/* pthread_create stores the id and hands its last argument to the entry. */
#include <pthread.h>

static pthread_t id;
static int passed, not_passed;

static void *child(void *arg)
{
	int *p = arg;

	*p = 1; // RACE
	not_passed = 1; // NORACE
	return NULL;
}

static void *poll_id(void *arg)
{
	return id ? arg : NULL; // RACE
}

int main(void)
{
	pthread_t other, last;

	pthread_create(&other, NULL, poll_id, NULL);
	pthread_create(&id, NULL, child, &passed); // RACE
	passed = 2; // RACE
	pthread_create(&last, NULL, poll_id, &not_passed);
	pthread_join(other, NULL);
	pthread_join(last, NULL);
	pthread_join(id, NULL); // NORACE
	return passed + not_passed; // NORACE
}
