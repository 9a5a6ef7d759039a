/*
 * Loops that copy numbers and strings take no pointers along; and what is copied by words or bytes
 * is another struct, with pointers of its own.
 */
#include <pthread.h>
#include <stddef.h>

struct message {
	int *where;
	char name[8];
};

static int one, other, counts[4], copied[4];
static struct message first = {&one, "first"}, second = {&other, "second"};

static void copy_string(char *to, const char *from)
{
	while ((*to++ = *from++))
		;
}

static void copy_numbers(int *to, const int *from, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = from[i];
}

static void copy(void *to, const void *from, size_t bytes)
{
	char *x = to;
	const char *y = from;

	for (size_t i = 0; i < bytes; i++)
		x[i] = y[i];
}

static void *work(void *arg)
{
	struct message mine;

	copy(&mine, &first, sizeof(mine));
	*mine.where = 1; // NORACE
	return arg;
}

static void *work_other(void *arg)
{
	struct message mine;

	copy(&mine, &second, sizeof(mine));
	copy_string(mine.name, second.name);
	copy_numbers(copied, counts, 4);
	*second.where = 2; // NORACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work_other, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
