// SPDX-License-Identifier: MIT
/* As 41_set_by_caller_safe.c, but it is set in another object; set, and put back by a function in between; set to
 * what lets it be done; or set on one way only. */
#include <pthread.h>

struct job {
	int dry;
	long done;
};

static struct job a, b, c, d, x;

static void note(struct job *j)
{
	if (!j->dry)
		j->done++; // RACE
}

static void *watch_a(void *arg)
{
	return a.done ? arg : 0; // RACE
}

static void *watch_b(void *arg)
{
	return b.done ? arg : 0; // RACE
}

static void *watch_c(void *arg)
{
	return c.done ? arg : 0; // RACE
}

static void *watch_d(void *arg)
{
	return d.done ? arg : 0; // RACE
}

static void put_back(struct job *j)
{
	j->dry = 0;
}

static void other_object(struct job *j, struct job *other)
{
	other->dry = 1;
	note(j);
}

static void is_put_back(struct job *j)
{
	j->dry = 1;
	put_back(j);
	note(j);
}

static void other_number(struct job *j)
{
	j->dry = 0;
	note(j);
}

static void one_way(struct job *j, int dry)
{
	if (dry)
		j->dry = 1;
	note(j);
}

int main(int argc, char **argv)
{
	pthread_t id[4];

	(void)argv;
	pthread_create(&id[0], 0, watch_a, 0);
	pthread_create(&id[1], 0, watch_b, 0);
	pthread_create(&id[2], 0, watch_c, 0);
	pthread_create(&id[3], 0, watch_d, 0);
	other_object(&a, &x);
	is_put_back(&b);
	other_number(&c);
	one_way(&d, argc > 1);
	for (int i = 0; i < 4; i++)
		pthread_join(id[i], 0);
	return 0;
}
