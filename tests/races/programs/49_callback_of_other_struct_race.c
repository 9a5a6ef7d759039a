// SPDX-License-Identifier: MIT
/* Callbacks that do not take the struct they are called with, and are called nevertheless: one
 * takes a struct that begins with it, one takes void *, one ignores the last argument, and
 * for one call there is no other that fits. */
#include <pthread.h>

struct base {
	char *name;
};

struct derived {
	struct base base;
	int more;
};

struct twin { /* begins like struct base, in other words */
	char *title;
	double more;
};

struct key {
	long code;
};

struct cell {
	float x, y;
};

typedef void base_hook(struct base *);
typedef void pair_hook(struct base *, int);
typedef void key_hook(struct key *);

static void *hooks[4], *pairs[1], *keys[1];
static int exact, wider, alike, plain, shorter, alone;

static void on_base(struct base *b)
{
	b->name = 0;
	exact++; // RACE
}

static void on_derived(struct derived *d)
{
	d->more = 1;
	wider++; // RACE
}

static void on_twin(struct twin *t)
{
	t->title = 0;
	alike++; // RACE
}

static void on_any(void *any)
{
	plain += any != 0; // RACE
}

static void on_one(struct base *b)
{
	b->name = 0;
	shorter++; // RACE
}

static void on_cell(struct cell *c)
{
	c->x = 0;
	alone++; // RACE
}

static void all(int i)
{
	struct derived d = {{0}, 0};
	struct key k = {0};

	((base_hook *)hooks[i])(&d.base);
	((pair_hook *)pairs[0])(&d.base, i);
	((key_hook *)keys[0])(&k);
}

static void *work(void *arg)
{
	all((int)(long)arg);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	hooks[0] = (void *)on_base;
	hooks[1] = (void *)on_derived;
	hooks[2] = (void *)on_twin;
	hooks[3] = (void *)on_any;
	pairs[0] = (void *)on_one;
	keys[0] = (void *)on_cell;
	pthread_create(&t, NULL, work, (void *)(long)(argc & 3));
	all(argc & 3);
	pthread_join(t, NULL);
	return exact + wider + alike + plain + shorter + alone;
}
