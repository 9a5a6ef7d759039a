/* One side touches all of an object, the other one a member: the race is called by the member, once, and a
 * member of what has no name of its own by its type. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct state {
	int kind;
	long count;
	struct state *next;
};

static void reset(struct state *s)
{
	memset(s, 0, sizeof(*s));
}

static void *work(void *p)
{
	struct state *state = p;
	state->count++;
	state->kind = 1;
	return p;
}

int main(void)
{
	pthread_t a;
	struct state *s = malloc(sizeof(*s));
	pthread_create(&a, NULL, work, s);
	reset(s);
	pthread_join(a, NULL);
	return 0;
}
