// SPDX-License-Identifier: MIT
/* As 44_pointer_is_flag_safe.c, but the pointer may be null where it is stored: it is followed on
 * some ways only, or only afterwards in another function, or was found to be null; or it is
 * cleared before the join. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct peer {
	struct peer *next;
	const char *name;
	int wanted;
};

struct lookups {
	struct peer *one, *two, *three;
	pthread_t first, second, third;
};

static struct lookups lookups;
static int result, checked, cleared;
static volatile sig_atomic_t seen;

static void *look_up(void *arg)
{
	result++; // RACE
	raise(SIGCHLD);
	return arg;
}

static void *check(void *arg)
{
	checked++; // RACE
	return arg;
}

static void *clear(void *arg)
{
	cleared++; // RACE
	return arg;
}

static void on_child(int number)
{
	(void)number;
	seen = 1;
}

static int probe(struct peer *p, int named)
{
	const char *name = named ? p->name : "any";

	if (lookups.one)
		return 0;
	lookups.one = p;
	return pthread_create(&lookups.first, NULL, look_up, (void *)name);
}

static int probe_any(struct peer *p)
{
	if (lookups.two != NULL)
		return 0;
	if (p == NULL)
		seen = 1;
	lookups.two = p;
	return pthread_create(&lookups.second, NULL, check, p);
}

static int probe_cleared(struct peer *p)
{
	if (!p->name || lookups.three)
		return 0;
	lookups.three = p;
	return pthread_create(&lookups.third, NULL, clear, p);
}

static void end(void)
{
	if (lookups.one && pthread_join(lookups.first, NULL) == 0)
		lookups.one = NULL;
	if (lookups.two) {
		pthread_join(lookups.second, NULL);
		lookups.two = NULL;
	}
	if (lookups.three) {
		lookups.three = NULL;
		if (seen > 1)
			pthread_join(lookups.third, NULL);
	}
}

int main(int argc, char **argv)
{
	struct peer *list = NULL;

	signal(SIGCHLD, on_child);
	for (int i = 0; i < argc; i++) {
		struct peer *p = malloc(sizeof(*p));
		if (!p)
			return 1;
		*p = (struct peer){list, argv[i], 1};
		list = p;
	}
	while (argc) {
		probe(list, argc > 3);
		probe_any(list);
		if (list)
			probe_cleared(list);
		if (seen)
			end();
	}
	return 0;
}
