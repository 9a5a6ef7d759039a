// SPDX-License-Identifier: MIT
/* Who joins if there is an id: but it was cleared before, it is that of another thread, or
 * whether there is one says another variable. (The thread clears its own in the next program.) */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct server {
	pthread_t id;
	int on, port, banned;
};

static struct server cleared, by_helper, other, flagged, again, copied, some[4];
static struct server *all[] = {&some[0], &some[1], &some[2], &some[3]};
static int *reached;

static int cleared_port, helper_port, other_port, flag_port, again_port, copied_port, banned;

static void stop(struct server *s)
{
	if (s->id)
		pthread_join(s->id, NULL);
	s->banned = 0;
	banned = 1; // RACE
}

static void *serve_cleared(void *arg)
{
	int n = cleared_port + banned; // RACE
	return n ? arg : NULL;
}

static void *serve_helper(void *arg)
{
	int n = helper_port; // RACE
	return n ? arg : NULL;
}

static void *serve_other(void *arg)
{
	int n = other_port; // RACE
	return n ? arg : NULL;
}

static void *serve_flag(void *arg)
{
	int n = flag_port; // RACE
	return n ? arg : NULL;
}

static void *serve_again(void *arg)
{
	int n = again_port; // RACE
	return n ? arg : NULL;
}

static void *serve_copied(void *arg)
{
	int n = copied_port; // RACE
	return n ? arg : NULL;
}

static void stop_if_on(struct server *s)
{
	if (s->on)
		pthread_join(s->id, NULL);
}

static void forget(struct server *s)
{
	s->id = 0;
}

static int looped_port, chosen_port, block_port;

static void *serve_looped(void *arg)
{
	int n = looped_port; // RACE
	return n ? arg : NULL;
}

static void *serve_chosen(void *arg)
{
	int n = chosen_port; // RACE
	return n ? arg : NULL;
}

static void *serve_block(void *arg)
{
	int n = block_port; // RACE
	return n ? arg : NULL;
}

static void forget_all(void)
{
	for (int i = 0; i < 4; i++)
		all[i]->id = 0;
}

static void begin(void *(*f)(void *))
{
	pthread_create(&again.id, NULL, f, &again);
}

int main(int argc, char **argv)
{
	(void)argv;
	pthread_create(&cleared.id, NULL, serve_cleared, &cleared);
	cleared.id = 0;
	stop(&cleared);
	cleared_port = 1; // RACE

	pthread_create(&by_helper.id, NULL, serve_helper, &by_helper);
	forget(&by_helper);
	stop(&by_helper);
	helper_port = 1; // RACE

	pthread_create(&other.id, NULL, serve_other, &other);
	stop(&cleared);
	other_port = 1; // RACE

	pthread_create(&flagged.id, NULL, serve_flag, &flagged);
	stop_if_on(&flagged);
	flag_port = 1; // RACE

	begin(serve_again);
	begin(serve_again);
	stop(&again);
	again_port = 1; // RACE

	pthread_create(&copied.id, NULL, serve_copied, &copied);
	copied = (struct server){0};
	stop(&copied);
	copied_port = 1; // RACE

	static struct server looped, chosen, block;
	all[0] = &looped;
	pthread_create(&looped.id, NULL, serve_looped, &looped);
	forget_all();
	stop(&looped);
	looped_port = 1; // RACE

	all[1] = &chosen;
	pthread_create(&chosen.id, NULL, serve_chosen, &chosen);
	forget(all[argc & 1]);
	stop(&chosen);
	chosen_port = 1; // RACE

	all[2] = &block;
	pthread_create(&block.id, NULL, serve_block, &block);
	memset(all[argc & 2], 0, sizeof(block));
	stop(&block);
	block_port = 1; // RACE
	return reached ? *reached : 0;
}
