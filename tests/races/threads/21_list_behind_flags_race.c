// SPDX-License-Identifier: MIT
/* The threads of a list are joined by a loop behind a condition that does not say whether there are
 * any: it is another value, one that is read again each time, a flag that is cleared while they
 * run, that somebody else clears, or that is not set yet when it is asked for. */
#include <pthread.h>
#include <stdlib.h>

struct handle {
	struct handle *next;
	pthread_t id;
};

struct pool {
	struct handle *head;
	int up;
};

static volatile int setting;
static int other_value, read_again, cleared, cleared_by_them, too_early;

static void add(struct pool *p, void *(*run)(void *))
{
	struct handle *h = calloc(1, sizeof(*h));

	if (!h || pthread_create(&h->id, NULL, run, NULL))
		exit(1);
	h->next = p->head;
	p->head = h;
}

static void start(struct pool *p, void *(*run)(void *), int n)
{
	for (int i = 0; i < n; i++)
		add(p, run);
}

static void join_all(struct pool *p)
{
	for (struct handle *h = p->head; h; h = h->next)
		pthread_join(h->id, NULL);
}

static void *run_first(void *arg)
{
	return other_value ? arg : NULL; // RACE
}

static void *run_second(void *arg)
{
	return read_again ? arg : NULL; // RACE
}

static void *run_third(void *arg)
{
	return cleared ? arg : NULL; // RACE
}

static struct pool fourth, fifth;

static void *run_fourth(void *arg)
{
	if (cleared_by_them) // RACE
		fourth.up = 0; // RACE
	return arg;
}

static void *run_fifth(void *arg)
{
	return too_early ? arg : NULL; // RACE
}

static struct pool first, second, third;

static void start_third(int n)
{
	start(&third, run_third, n);
	third.up = 1;
}

static void start_fourth(int n)
{
	start(&fourth, run_fourth, n);
	fourth.up = 1; // RACE
}

static int start_fifth(int n)
{
	start(&fifth, run_fifth, n);
	if (n > 7)
		return -1;
	fifth.up = 1;
	return 0;
}

int main(int argc, char **argv)
{
	int flag = argv[1] != NULL, other = argv[0] != NULL;

	if (flag)
		start(&first, run_first, argc);
	if (other)
		join_all(&first);
	other_value = 1; // RACE

	if (setting)
		start(&second, run_second, argc);
	if (setting)
		join_all(&second);
	read_again = 1; // RACE

	start_third(argc);
	if (argc > 5)
		third.up = 0;
	if (third.up)
		join_all(&third);
	cleared = 1; // RACE

	start_fourth(argc);
	if (fourth.up) // RACE
		join_all(&fourth);
	cleared_by_them = 1; // RACE

	start_fifth(argc);
	if (fifth.up)
		join_all(&fifth);
	too_early = 1; // RACE
	return other_value + read_again;
}
