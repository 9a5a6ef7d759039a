// SPDX-License-Identifier: MIT
/* An offset that is stored in a struct leads to another member, also where the struct is no larger
 * than a pointer. */
#include <pthread.h>
#include <stdlib.h>

struct small {
	int offset, n;
};

struct bytes {
	unsigned char a, b, c, d;
};

static struct small one = {4, 0};
static struct bytes bytes;

static int *find(struct small *s)
{
	return (int *)((char *)&s->offset + s->offset);
}

static void *work(void *arg)
{
	long k = (long)arg;
	*find(&one) = 1;			 // RACE
	((unsigned char *)&bytes)[k] = 1; // RACE
	return NULL;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, (void *)2);
	one.n = 2;   // RACE
	bytes.c = 2; // RACE
	pthread_join(id, NULL);
	return 0;
}
