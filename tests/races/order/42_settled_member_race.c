// SPDX-License-Identifier: MIT
// Like 42_settled_member_safe.c, but each member is written once more: by one of several callers, by a function
// that returns two things, as a block, as bytes, as another struct, through a void pointer, a pointer to the
// member, a union, an element of an array that runs into it, a library, a function that is not known, a table
// of addresses; or it begins with something else in one of the places it comes from.
#include <getopt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct handle {
	int one_caller, result, block, bytes, other, nothing, pointed, scanned, given, reached, filled, grown;
	union {
		int word;
		short half[2];
	} both;
	char name[8];
	int kept, option;
	long sent;
};
struct same {
	int a, b, c, d, other;
};
struct found {
	struct handle *handle;
};

void unknown_of(struct found *f);
void unknown(int *at);

static int one_caller, result, block, bytes, other, nothing, pointed, scanned, given, reached, filled, grown;
static int both, option, sent, made;

static int choose(int n)
{
	return n > 3 ? 1 : 0;
}

static void set_one_caller(struct handle *h, int to)
{
	h->one_caller = to;
}

static void work(struct handle *h)
{
	if (h->one_caller)
		one_caller++;	// RACE
	if (h->result)
		result++;	// RACE
	if (h->block)
		block++;	// RACE
	if (h->bytes)
		bytes++;	// RACE
	if (h->other)
		other++;	// RACE
	if (h->nothing)
		nothing++;	// RACE
	if (h->pointed)
		pointed++;	// RACE
	if (h->scanned)
		scanned++;	// RACE
	if (h->given)
		given++;	// RACE
	if (h->reached)
		reached++;	// RACE
	if (h->filled)
		filled++;	// RACE
	if (h->both.word)
		both++;	// RACE
	if (h->option)
		option++;	// RACE
	if (h->sent)
		sent++;	// RACE
}

static void *run(void *arg)
{
	work(arg);
	return NULL;
}

static void set(void *at)
{
	int *p = at;
	*p = 5;
}

static void write_all(struct handle *h, int argc, char **argv)
{
	struct handle copy = {.block = argc};
	int *p = &h->pointed;
	struct option options[] = {{"option", no_argument, &h->option, 1}, {0}};
	set_one_caller(h, 0);
	if (argc > 2)
		set_one_caller(h, 1);
	h->result = choose(argc);
	memcpy(&h->block, &copy.block, sizeof(h->block));
	for (size_t i = 0; i < sizeof(h->bytes); i++)
		((char *)&h->bytes)[i] = argv[0][i];
	((struct same *)(void *)h)->other = argc;
	set(&h->nothing);
	*p = argc;
	if (scanf("%d", &h->scanned) != 1)
		return;
	unknown(&h->given);
	h->both.half[1] = 1;
	memset(&h->filled, argc, sizeof(h->filled));
	getopt_long(argc, argv, "", options, NULL);
	if (read(0, &h->sent, sizeof(h->sent)) < 0)
		return;
}

struct list {
	int grown, made;
	struct list *next;
};

static void *run_list(void *arg)
{
	struct list *l = arg;
	if (l->grown)
		grown++;	// RACE
	if (l->next->made != 4)
		made++;	// RACE
	return NULL;
}

static struct list later = {.made = 4};

int main(int argc, char **argv)
{
	struct handle *h = calloc(1, sizeof(*h));
	struct found f = {h};
	struct list *l = calloc(1, sizeof(*l)), *m = malloc(sizeof(*m));
	pthread_t t, u;
	if (!h || !l || !m)
		return 1;
	write_all(h, argc, argv);
	unknown_of(&f);
	m->grown = argc;
	m = realloc(m, 2 * sizeof(*m));
	if (!m)
		return 1;
	m->next = argc > 1 ? l : &later;
	pthread_create(&t, NULL, run, h);
	pthread_create(&u, NULL, run_list, m);
	one_caller = result = block = bytes = other = nothing = pointed = 0;	// RACE
	scanned = given = reached = filled = grown = both = option = sent = made = 0;	// RACE
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
