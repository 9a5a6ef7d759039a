/*
 * A struct with a pointer in it, copied by a loop over words: that an index which begins at a
 * member of that size goes on to the next member is not seen.
 */
#include <pthread.h>
#include <stddef.h>

struct message {
	long size;
	int *where;
};

static int shared;

static void copy(void *to, const void *from, size_t bytes)
{
	long *x = to;
	const long *y = from;

	for (size_t i = 0; i < bytes / sizeof(*x); i++)
		x[i] = y[i];
}

static void *work(void *arg)
{
	struct message first = {1, &shared}, second = {0, NULL};

	(void)arg;
	copy(&second, &first, sizeof(first));
	*second.where = 3; // FN an index that begins at a member stays in it
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
