// SPDX-License-Identifier: MIT
/* That the first one was made does not say that the second one was. */
#include <pthread.h>
#include <stdlib.h>

struct image {
	int size;
};

static int found, missed, failed;

static int make(struct image **out)
{
	struct image *i = calloc(1, sizeof(*i));
	*out = i;
	if (!i)
		return -1;
	i->size = 3;
	return 1;
}

static void *work(void *arg)
{
	found++;  // RACE
	missed++; // RACE
	failed++; // RACE
	return arg;
}

int main(void)
{
	struct image *first = NULL, *second = NULL;
	pthread_t id;
	pthread_create(&id, NULL, work, NULL);
	if (make(&first) < 0)
		return 1;
	int result = make(&second);
	if (second)
		found++; // RACE
	else
		missed++; // RACE
	if (result < 0)
		failed++; // RACE
	pthread_join(id, NULL);
	free(first);
	free(second);
	return 0;
}
