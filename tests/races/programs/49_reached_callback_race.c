// SPDX-License-Identifier: MIT
// A function that nobody calls is in memory that an unknown function was given, or has given:
// it is called from there, maybe on another thread (low confidence).
// RUN: --all
#include <stddef.h>

struct service {
	void (*serve)(void);
	struct service *next;
};
extern void add_service(struct service *);
extern struct service *new_service(int);
extern void run_services(void);

static int served, asked, told, copied, locally, helped;

static void serve(void)
{
	served++; // RACE
}

static void ask(void)
{
	asked++; // RACE
}

static void help(void)
{
	helped++; // RACE
}

/* What a function calls that only the library calls. */
static void tell(void)
{
	help();
	told++; // RACE
}

static void copy(void)
{
	copied++; // RACE
}

static void local(void)
{
	locally++; // RACE
}

static struct service first = {serve, NULL}, all = {NULL, &first};
static const struct service pattern = {copy, NULL};
static struct service copy_of_pattern;

static void add(struct service *s, void (*f)(void))
{
	s->serve = f;
	add_service(s);
}

static void add_local(void)
{
	struct service s = {local, NULL};
	add_service(&s);
}

int main(void)
{
	static struct service third;
	struct service *s = new_service(3);

	s->serve = ask;
	add_service(&all);
	add(&third, tell);
	copy_of_pattern = pattern;
	add_service(&copy_of_pattern);
	add_local();
	run_services();
	return served + asked + told; // RACE
}
