/* A struct with a pointer in it, copied by a loop over 32-bit numbers: see src/ir/piece.h. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

struct message {
	long size;
	int *where;
};

static int shared;

static void copy(uint32_t *to, const uint32_t *from, size_t n)
{
	while (n--)
		*to++ = *from++;
}

static void *work(void *arg)
{
	struct message first = {1, &shared}, second = {0, NULL};

	copy((uint32_t *)&second, (uint32_t *)&first, sizeof(first) / 4);
	*second.where = 3; // FN numbers that are no bytes are taken for numbers (41)
	return arg;
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
