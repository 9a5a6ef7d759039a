// SPDX-License-Identifier: MIT
/* Locks that stay held: through a recursion in which locks are released whose bodies are in the
 * input (rows stand for them, and they do return), and through functions that store numbers in a
 * section of RCU: that is not how a flag is taken. */
#include "module.h"

void rcu_read_lock(void);
void rcu_read_unlock(void);

static struct mutex table_lock, item_lock;
static int entries, lost, depth;

struct item {
	int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z;
	struct item *next;
};
static struct item *first;

void mutex_lock(struct mutex *m)
{
	while (m->owner) // NORACE
		;
	m->owner = 1; // NORACE
}

void mutex_unlock(struct mutex *m)
{
	m->owner = 0; // NORACE
}

static void mark(struct item *x)
{
	rcu_read_lock();
	x->a = x->b = x->c = x->d = x->e = x->f = x->g = x->h = x->i = 1;
	x->j = x->k = x->l = x->m = x->n = x->o = x->p = x->q = x->r = 1;
	x->s = x->t = x->u = x->v = x->w = x->x = x->y = x->z = 1;
	rcu_read_unlock();
}

static void clear(struct item *x)
{
	x->a = x->b = x->c = x->d = x->e = x->f = x->g = x->h = x->i = 0;
	x->j = x->k = x->l = x->m = x->n = x->o = x->p = x->q = x->r = 0;
	x->s = x->t = x->u = x->v = x->w = x->x = x->y = x->z = 0;
}

static void visit(struct item *x, void (*then)(struct item *));

static void descend(struct item *x)
{
	mutex_lock(&item_lock);
	depth++; // NORACE
	mutex_unlock(&item_lock);
	if (x->next)
		visit(x->next, descend);
}

static void visit(struct item *x, void (*then)(struct item *))
{
	mark(x);
	then(x);
	clear(x);
}

static long change(struct file *f, const char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	mutex_lock(&table_lock);
	visit(first, descend);
	entries++; // NORACE
	mutex_unlock(&table_lock);
	lost++; // RACE
	return n;
}

const struct file_operations kept_operations = {0, change, 0, 0};
int init_module(void)
{
	first = kzalloc(sizeof(*first), 0);
	return 0;
}
