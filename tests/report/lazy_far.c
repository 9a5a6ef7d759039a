/* SPDX-License-Identifier: MIT */
/* Set-up on first use, in other words: asked the other way round, set five calls away, the flag
 * in a struct. And a flag that is no such thing: who sets it has not asked for it. */
#include <pthread.h>

struct state {
	int ready, size;
	int stop, rounds;
};

static struct state state;

static void set(struct state *s, int to)
{
	s->ready = to;
}

static void set_2(struct state *s)
{
	set(s, 1);
}

static void set_3(struct state *s)
{
	set_2(s);
}

static void set_4(struct state *s)
{
	set_3(s);
}

static int get(struct state *s)
{
	if (s->ready) {
		return s->size;
	} else {
		s->size = 4;
		set_4(s);
	}
	return s->size;
}

static void *work(void *arg)
{
	struct state *s = arg;

	if (!s->stop)
		s->rounds = get(s);
	return arg;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, &state);
	state.rounds = get(&state);
	state.stop = 1;
	pthread_join(id, NULL);
	return 0;
}
