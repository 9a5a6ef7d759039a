// SPDX-License-Identifier: MIT
/* Library functions that follow a pointer at the end of a long chain. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct e {
	char *text;
	char *save;
};

struct d {
	struct e *e;
};

struct c {
	struct d *d;
};

struct b {
	struct c *c;
};

struct a {
	struct b *b;
};

static char shared[32] = "a,b,c", other[32] = "ab,c";
static struct e e = {shared, other};
static struct d d = {&e};
static struct c c = {&d};
static struct b b = {&c};
static struct a a = {&b};

static void cut(struct a *p)
{
	strsep(&p->b->c->d->e->text, ","); // RACE
}

static void next(struct a *p)
{
	strtok_r(NULL, ",", &p->b->c->d->e->save); // RACE
}

static void *run(void *arg)
{
	cut(arg);
	next(arg);
	return NULL;
}

static void *look(void *arg)
{
	shared[1] = 1; // RACE
	other[2] = 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t x, y;

	pthread_create(&x, NULL, run, &a);
	pthread_create(&y, NULL, look, NULL);
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	return 0;
}
