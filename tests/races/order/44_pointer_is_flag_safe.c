// SPDX-License-Identifier: MIT
/* One lookup at a time: a pointer says whose it is, and is null while there is none. It is not null
 * where it is stored: it was followed before, or found not to be, or is an address. */
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
static struct peer local;
static int result, checked, of_local;
static volatile sig_atomic_t seen;

static void *look_up(void *arg)
{
	result = arg ? 1 : 0; // NORACE
	raise(SIGCHLD);
	return NULL;
}

static void *check(void *arg)
{
	checked++; // NORACE
	return arg;
}

static void *look_at_local(void *arg)
{
	of_local++; // NORACE
	return arg;
}

static void on_child(int number)
{
	(void)number;
	seen = 1;
}

static int probe(struct peer *p)
{
	const char *name = p->name;

	if (lookups.one)
		return 0;
	if (!name)
		p->name = "?";
	lookups.one = p;
	return pthread_create(&lookups.first, NULL, look_up, p);
}

static int probe_any(struct peer *p)
{
	if (lookups.two != NULL || p == NULL)
		return 0;
	lookups.two = p;
	return pthread_create(&lookups.second, NULL, check, p);
}

static int probe_local(void)
{
	if (lookups.three)
		return 0;
	lookups.three = &local;
	return pthread_create(&lookups.third, NULL, look_at_local, NULL);
}

static void take(struct peer *p)
{
	p->wanted = result; // NORACE
}

static void end(void)
{
	if (lookups.one && pthread_join(lookups.first, NULL) == 0) {
		take(lookups.one);
		lookups.one = NULL;
	}
	if (lookups.two) {
		pthread_join(lookups.second, NULL);
		checked++; // NORACE
		lookups.two = NULL;
	}
	if (lookups.three) {
		pthread_join(lookups.third, NULL);
		of_local++; // NORACE
		lookups.three = NULL;
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
		for (struct peer *p = list; p; p = p->next)
			if (p->wanted)
				probe(p);
		probe_any(list);
		probe_local();
		if (seen)
			end();
	}
	return 0;
}
