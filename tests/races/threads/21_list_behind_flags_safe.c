// SPDX-License-Identifier: MIT
/* The threads of a list are joined by a loop behind a condition, and who goes past it has found
 * that there are none: what was so when they were created is not so, or a flag is not set that is
 * set as long as they run. */
#include <pthread.h>
#include <stdlib.h>

struct handle {
	struct handle *next;
	pthread_t id;
};

struct pool {
	struct handle *head;
	int up, down;
};

static struct pool first, second, third;
static int by_value, by_flag, by_both;

static void start(struct pool *p, void *(*run)(void *), int n)
{
	for (int i = 0; i < n; i++) {
		struct handle *h = calloc(1, sizeof(*h));

		if (!h || pthread_create(&h->id, NULL, run, NULL))
			exit(1);
		h->next = p->head;
		p->head = h;
	}
}

static void join_all(struct pool *p)
{
	for (struct handle *h = p->head; h; h = h->next)
		pthread_join(h->id, NULL);
}

/* ---- a value that is the same ---- */

static void *run_first(void *arg)
{
	return by_value ? arg : NULL; // NORACE
}

static void with_value(int n)
{
	int many = n > 2;

	if (many)
		start(&first, run_first, n);
	if (!many)
		n = 0;
	else
		join_all(&first);
	by_value = n; // NORACE
}

/* ---- a flag in a struct, asked elsewhere, and the other way round ---- */

static void *run_second(void *arg)
{
	return by_flag ? arg : NULL; // NORACE
}

static void begin(int n)
{
	start(&second, run_second, n);
	second.up = 1;
}

static int is_up(void)
{
	return second.up;
}

static void end(void)
{
	if (!is_up())
		return;
	join_all(&second);
	second.up = 0;
}

/* ---- both ---- */

static void *run_third(void *arg)
{
	return by_both ? arg : NULL; // NORACE
}

static void stop_third(void)
{
	if (third.up) {
		third.down = 1;
		join_all(&third);
	}
}

int main(int argc, char **argv)
{
	int flag = argv[1] != NULL;

	with_value(argc);
	if (argc > 3)
		begin(argc);
	end();
	by_flag = 1; // NORACE
	if (flag) {
		start(&third, run_third, argc);
		third.up = 1;
	}
	if (flag)
		stop_third();
	by_both = 1; // NORACE
	return by_value + by_flag + by_both;
}
