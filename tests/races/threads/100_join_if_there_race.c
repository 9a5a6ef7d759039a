// SPDX-License-Identifier: MIT
/* Who joins if there is an id: but it was cleared before, it is that of another thread, or
 * whether there is one says another variable. (The thread clears its own in the next program.) */
#include <pthread.h>
#include <stddef.h>

struct server {
	pthread_t id;
	int on, port, banned;
};

static struct server cleared, by_helper, other, flagged, again, copied;
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

static void begin(void *(*f)(void *))
{
	pthread_create(&again.id, NULL, f, &again);
}

int main(void)
{
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
	return reached ? *reached : 0;
}
