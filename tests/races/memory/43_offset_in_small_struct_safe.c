// SPDX-License-Identifier: MIT
/* Bytes of one word, and members that have a name, are told apart from others. */
#include <pthread.h>

struct small {
	int offset, n;
};

static struct small one;
static long word, other;

static void *work(void *arg)
{
	((char *)&word)[(long)arg] = 1; // NORACE
	one.offset = 1;			// NORACE
	return NULL;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, (void *)2);
	one.n = 2; // NORACE
	other = 2; // NORACE
	pthread_join(id, NULL);
	word = 3; // NORACE
	return 0;
}
