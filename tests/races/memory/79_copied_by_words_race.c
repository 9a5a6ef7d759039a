/*
 * A struct with a pointer in it, copied by loops: over words, over bytes by an index and by
 * pointers that are moved, forwards and backwards, two bytes in a round.
 */
#include <pthread.h>
#include <stddef.h>

struct message {
	long size;
	int *where;
};

static int by_words, by_bytes, backwards, by_pairs;

static void copy_words(void *to, const void *from, size_t bytes)
{
	long *x = to;
	const long *y = from;

	for (size_t i = 0; i < bytes / sizeof(*x); i++)
		x[i] = y[i];
}

static void copy_bytes(void *to, const void *from, size_t bytes)
{
	char *x = to;
	const char *y = from;

	for (size_t i = 0; i < bytes; i++)
		x[i] = y[i];
}

static void copy_backwards(char *to, const char *from, size_t bytes)
{
	to += bytes;
	from += bytes;
	while (bytes--)
		*--to = *--from;
}

static void copy_pairs(char *to, const char *from, size_t bytes)
{
	for (; bytes > 1; bytes -= 2, to += 2, from += 2) {
		to[0] = from[0];
		to[1] = from[1];
	}
}

static void *work(void *arg)
{
	struct message first = {1, &by_words}, second = {0, NULL};

	copy_words(&second, &first, sizeof(first));
	*second.where = 3; // RACE
	return arg;
}

static void *work_bytes(void *arg)
{
	struct message first = {1, &by_bytes}, second = {0, NULL};

	copy_bytes(&second, &first, sizeof(first));
	*second.where = 3; // RACE
	return arg;
}

static void *work_backwards(void *arg)
{
	struct message first = {1, &backwards}, second = {0, NULL};

	copy_backwards((char *)&second, (char *)&first, sizeof(first));
	*second.where = 3; // RACE
	return arg;
}

static void *work_pairs(void *arg)
{
	struct message first = {1, &by_pairs}, second = {0, NULL};

	copy_pairs((char *)&second, (char *)&first, sizeof(first));
	*second.where = 3; // RACE
	return arg;
}

int main(void)
{
	void *(*const run[])(void *) = {work, work_bytes, work_backwards, work_pairs};
	pthread_t ids[8];

	for (int i = 0; i < 8; i++)
		pthread_create(&ids[i], NULL, run[i / 2], NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
