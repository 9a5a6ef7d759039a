// SPDX-License-Identifier: MIT
// What such a function is passed is what the library was given, of the type that it asks for: the
// object it was found in, or what is beside it there.
// RUN: --all
#include <pthread.h>
#include <stdlib.h>

struct task {
	void (*run)(struct task *, int);
	int done;
};
struct work {
	void *(*begin)(void *);
	void *what;
};
struct hooks {
	void (*found)(void *user, const char *name);
	void (*end)(int *count);
	void *user;
	int *count;
};
struct state {
	int level;
	int safe;
	pthread_mutex_t lock;
};
extern void submit(struct task *);
extern int submit_work(struct work *);
extern void scan(const char *, const struct hooks *);

static int counter, ended;
static struct state state = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void run(struct task *t, int n)
{
	t->done += n; // RACE
}

static void *begin(void *arg)
{
	int *n = arg;
	++*n; // RACE
	return NULL;
}

static void found(void *user, const char *name)
{
	struct state *s = user;
	s->level += *name; // RACE
	pthread_mutex_lock(&s->lock);
	s->safe++; // NORACE
	pthread_mutex_unlock(&s->lock);
}

static void end(int *count)
{
	++*count; // RACE
}

int main(void)
{
	static struct work work = {begin, &counter};
	struct hooks hooks = {found, end, &state, &ended};
	struct task *t = malloc(sizeof(*t));

	if (!t)
		return 1;
	t->run = run;
	t->done = 0;
	submit(t);
	submit_work(&work);
	scan(".", &hooks);
	pthread_mutex_lock(&state.lock);
	state.safe++; // NORACE
	pthread_mutex_unlock(&state.lock);
	return counter + t->done + ended + state.level; // RACE
}
