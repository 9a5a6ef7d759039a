// SPDX-License-Identifier: MIT
/* The id is in an object of its own, whose pointer is elsewhere; but it is not the one that is
 * joined, or not joined on every way. */
#include <pthread.h>
#include <stdlib.h>

struct thread {
	pthread_t id;
};

static int start(struct thread **out, void *(*run)(void *), void *arg)
{
	struct thread *t = malloc(sizeof(*t));

	*out = NULL;
	if (!t)
		return -1;
	if (pthread_create(&t->id, NULL, run, arg)) {
		free(t);
		return -1;
	}
	*out = t;
	return 0;
}

static int join(struct thread **t)
{
	int rc = 0;

	if (t && *t) {
		rc = pthread_join((*t)->id, NULL);
		free(*t);
		*t = NULL;
	}
	return rc;
}

/* a second one in its place */
static int a;

static void *run_a(void *arg)
{
	(void)arg;
	a++; // RACE
	return NULL;
}

static void overwritten(void)
{
	struct thread *t;

	start(&t, run_a, NULL);
	start(&t, run_a, NULL);
	join(&t);
	a++; // RACE
}

/* forgotten before the join */
static int b;

static void *run_b(void *arg)
{
	(void)arg;
	b++; // RACE
	return NULL;
}

struct service {
	int number;
	struct thread *helper;
};

static struct service *open_service(void *(*run)(void *))
{
	struct service *s = calloc(1, sizeof(*s));

	if (!s)
		exit(1);
	start(&s->helper, run, NULL);
	return s;
}

static void cleared(void)
{
	struct service *s = open_service(run_b);

	s->helper = NULL;
	join(&s->helper);
	b++; // RACE
	free(s);
}

/* that of another service */
static int c;

static void *run_c(void *arg)
{
	(void)arg;
	c++; // RACE
	return NULL;
}

static void *rest(void *arg)
{
	return arg;
}

static void other_service(void)
{
	struct service *one = open_service(run_c), *two = open_service(rest);

	join(&two->helper);
	c++; // RACE
	join(&one->helper);
}

/* too early */
static int d;

static void *run_d(void *arg)
{
	(void)arg;
	d++; // RACE
	return NULL;
}

static void too_early(void)
{
	struct service *s = open_service(run_d);

	d++; // RACE
	join(&s->helper);
}

/* cleared, of a global variable */
static struct thread *global;
static int e;

static void *run_e(void *arg)
{
	(void)arg;
	e++; // RACE
	return NULL;
}

static void global_cleared(int n)
{
	start(&global, run_e, NULL);
	if (n > 2)
		global = NULL;
	if (global)
		pthread_join(global->id, NULL);
	e++; // RACE
}

/* twice into one variable */
static struct thread *twice;
static int f;

static void *run_f(void *arg)
{
	(void)arg;
	f++; // RACE
	return NULL;
}

static void put_twice(int n)
{
	for (int i = 0; i < n; i++)
		start(&twice, run_f, NULL);
	if (twice)
		pthread_join(twice->id, NULL);
	f++; // RACE
}

/* joined sometimes */
static int g;

static void *run_g(void *arg)
{
	(void)arg;
	g++; // RACE
	return NULL;
}

static void sometimes(int n)
{
	struct thread *t;

	start(&t, run_g, NULL);
	if (n > 3)
		join(&t);
	g++; // RACE
}

/* the pointer to the id is cleared */
static int h;

static void *run_h(void *arg)
{
	(void)arg;
	h++; // RACE
	return NULL;
}

static void local_cleared(int n)
{
	pthread_t *id = malloc(sizeof(*id));

	if (id && pthread_create(id, NULL, run_h, NULL)) {
		free(id);
		id = NULL;
	}
	if (n > 4)
		id = NULL;
	if (id)
		pthread_join(*id, NULL);
	h++; // RACE
}

int main(int argc, char **argv)
{
	(void)argv;
	overwritten();
	cleared();
	other_service();
	too_early();
	global_cleared(argc);
	put_twice(argc);
	sometimes(argc);
	local_cleared(argc);
	return 0;
}
