/* SPDX-License-Identifier: MIT */
/* Report: one function touches two variables; each is a race of its own. */
#include <pthread.h>
#include <stddef.h>

struct counter {
	long n;
};

static struct counter hits, misses;

static void bump(struct counter *c)
{
	c->n++; // RACE
}

static void *lookup(void *argument)
{
	bump(argument ? &hits : &misses);
	bump(&hits);
	bump(&misses);
	return NULL;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, NULL, lookup, NULL);
	lookup(NULL);
	pthread_join(other, NULL);
	return 0;
}
