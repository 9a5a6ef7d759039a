// SPDX-License-Identifier: MIT
/* A thread's id is in an object of its own, whose pointer is in a member of another object or in
 * a variable; who joins it passes by where there is none. */
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

/* in a local variable */
static int a;

static void *run_a(void *arg)
{
	(void)arg;
	a++; // NORACE
	return NULL;
}

static void local(void)
{
	struct thread *t;

	start(&t, run_a, NULL);
	join(&t);
	a++; // NORACE
}

/* the id itself is in memory of its own */
static int b;

static void *run_b(void *arg)
{
	(void)arg;
	b++; // NORACE
	return NULL;
}

static void own_memory(void)
{
	pthread_t *id = malloc(sizeof(*id));

	pthread_create(id, NULL, run_b, NULL);
	if (id)
		pthread_join(*id, NULL);
	b++; // NORACE
}

/* in an object that is returned */
struct service {
	int number;
	struct thread *helper;
};

static int c;

static void *run_c(void *arg)
{
	(void)arg;
	c++; // NORACE
	return NULL;
}

static struct service *open_service(void)
{
	struct service *s = calloc(1, sizeof(*s));

	if (!s)
		exit(1);
	start(&s->helper, run_c, NULL);
	return s;
}

static void close_service(struct service *s)
{
	join(&s->helper);
	c++; // NORACE
	free(s);
}

/* in a global variable */
static struct thread *global;
static int d;

static void *run_d(void *arg)
{
	(void)arg;
	d++; // NORACE
	return NULL;
}

static void open_global(void)
{
	start(&global, run_d, NULL);
}

static void close_global(void)
{
	if (global != NULL) {
		pthread_join(global->id, NULL);
		free(global);
	}
	d++; // NORACE
}

/* cleared once it is joined; read by the function that joins */
static struct thread *kept;
static int e;

static void *run_e(void *arg)
{
	(void)arg;
	e++; // NORACE
	return NULL;
}

static void open_kept(void)
{
	start(&kept, run_e, NULL);
}

static void close_kept(void)
{
	if (kept) {
		pthread_join(kept->id, NULL);
		free(kept);
		kept = NULL;
	}
	e++; // NORACE
}

static int may_read_e(void)
{
	return !kept && e > 1; // NORACE
}

/* what is returned is null where no thread was created */
static int f;

static void *run_f(void *arg)
{
	(void)arg;
	f++; // NORACE
	return NULL;
}

static struct thread *launch(void)
{
	struct thread *t = malloc(sizeof(*t));

	if (t && pthread_create(&t->id, NULL, run_f, NULL)) {
		free(t);
		t = NULL;
	}
	return t;
}

static void launched(void)
{
	struct thread *t = launch();

	if (!t) {
		f++; // NORACE
		return;
	}
	pthread_join(t->id, NULL);
	f++; // NORACE
}

/* by main, in a variable; read by the function that joins */
static struct thread *mains;
static int g;

static void *run_g(void *arg)
{
	(void)arg;
	g++; // FP as below
	return NULL;
}

static void close_mains(void)
{
	if (mains)
		pthread_join(mains->id, NULL);
	g++; // FP the thread is known by its memory there, not by main's variable
}

int main(void)
{
	struct service *s;

	local();
	own_memory();
	s = open_service();
	close_service(s);
	open_global();
	close_global();
	open_kept();
	close_kept();
	if (may_read_e())
		return 1;
	launched();
	start(&mains, run_g, NULL);
	close_mains();
	return 0;
}
