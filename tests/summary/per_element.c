// RUN: dump --summary either pick bump
// SPDX-License-Identifier: MIT
/*
 * The survey, section 5, and LOCKSMITH, Figure 10: which object it is is unknown,
 * but lock and datum belong to the same one.
 */
#include <pthread.h>

struct cell {
	int datum;
	pthread_mutex_t mtx;
};

struct packed {
	pthread_mutex_t *l;
	int *r;
};

struct cell A, B;
pthread_mutex_t m_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t n_lock = PTHREAD_MUTEX_INITIALIZER;
int x, y;

void bump(struct cell *p)
{
	pthread_mutex_lock(&p->mtx);
	p->datum++;
	pthread_mutex_unlock(&p->mtx);
}

void either(int which)
{
	struct cell *p = which ? &A : &B;

	pthread_mutex_lock(&p->mtx);
	p->datum++;
	pthread_mutex_unlock(&p->mtx);
}

void pick(int b)
{
	struct packed first = { &m_lock, &x };
	struct packed second = { &n_lock, &y };
	struct packed *p = b ? &first : &second;

	pthread_mutex_lock(p->l);
	*p->r = 3;
	pthread_mutex_unlock(p->l);
}
