// SPDX-License-Identifier: MIT
/* Many structs of functions, each of a type of its own, are filled through one function that
 * knows only what they begin with, and by one table of functions: no set of pointers may lose
 * the functions because it has grown too large. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct head {
	int version, loaded;
};

static int counter, guarded;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

#define INTERFACE(n) \
	struct if_##n { \
		int version, loaded; \
		void (*go)(void); \
	}; \
	static int fill_##n(struct if_##n *p) \
	{ \
		if (p->version != 1) \
			return 1; \
		p->go = go_##n; \
		return 0; \
	} \
	static struct if_##n a_##n = {1, 0, NULL}, b_##n = {1, 0, NULL}, c_##n = {1, 0, NULL};
#define PLAIN(n) \
	static void go_##n(void) \
	{ \
	} \
	INTERFACE(n)

static void go_racy(void)
{
	counter++; // RACE
}

static void go_safe(void)
{
	pthread_mutex_lock(&m);
	guarded++; // NORACE
	pthread_mutex_unlock(&m);
}

INTERFACE(racy)
INTERFACE(safe)
PLAIN(a0) PLAIN(a1) PLAIN(a2) PLAIN(a3) PLAIN(a4) PLAIN(a5)
PLAIN(a6) PLAIN(a7) PLAIN(a8) PLAIN(b0) PLAIN(b1) PLAIN(b2)
PLAIN(b3) PLAIN(b4) PLAIN(b5) PLAIN(b6) PLAIN(b7) PLAIN(b8)
PLAIN(c0) PLAIN(c1) PLAIN(c2) PLAIN(c3) PLAIN(c4) PLAIN(c5)
PLAIN(c6) PLAIN(c7) PLAIN(c8) PLAIN(d0) PLAIN(d1) PLAIN(d2)
PLAIN(d3) PLAIN(d4) PLAIN(d5) PLAIN(d6) PLAIN(d7) PLAIN(d8)
PLAIN(e0) PLAIN(e1) PLAIN(e2) PLAIN(e3) PLAIN(e4) PLAIN(e5)
PLAIN(e6) PLAIN(e7) PLAIN(e8) PLAIN(f0) PLAIN(f1) PLAIN(f2)
PLAIN(f3) PLAIN(f4) PLAIN(f5) PLAIN(f6) PLAIN(f7) PLAIN(f8)
PLAIN(g0) PLAIN(g1) PLAIN(g2) PLAIN(g3) PLAIN(g4) PLAIN(g5)
PLAIN(g6) PLAIN(g7) PLAIN(g8) PLAIN(h0) PLAIN(h1) PLAIN(h2)
PLAIN(h3) PLAIN(h4) PLAIN(h5) PLAIN(h6) PLAIN(h7) PLAIN(h8)
PLAIN(i0) PLAIN(i1) PLAIN(i2) PLAIN(i3) PLAIN(i4) PLAIN(i5)
PLAIN(i6) PLAIN(i7) PLAIN(i8) PLAIN(j0) PLAIN(j1) PLAIN(j2)
PLAIN(j3) PLAIN(j4) PLAIN(j5) PLAIN(j6) PLAIN(j7) PLAIN(j8)

typedef int (*filler)(struct head *);
struct entry {
	const char *name;
	filler fill;
};
static struct entry *table[200];

static void add(const char *name, filler fill)
{
	struct entry *e = calloc(1, sizeof(*e));
	int i = 0;

	e->name = name;
	e->fill = fill;
	while (i < 199 && table[i])
		i++;
	table[i] = e;
}

static int use(const char *name, struct head *p)
{
	int i = 0;

	if (p->loaded)
		return 0;
	while (table[i] && strcmp(table[i]->name, name))
		i++;
	p->loaded = 1;
	return table[i] ? table[i]->fill(p) : 1;
}

#define USE(n) \
	add(#n, (filler)fill_##n); \
	use(#n, (void *)&a_##n); \
	use(#n, (void *)&b_##n); \
	use(#n, (void *)&c_##n);

static void *worker(void *arg)
{
	a_racy.go();
	a_safe.go();
	return arg;
}

int main(void)
{
	pthread_t t;

	USE(a0) USE(a1) USE(a2) USE(a3) USE(a4) USE(a5) USE(a6) USE(a7)
	USE(a8) USE(b0) USE(b1) USE(b2) USE(b3) USE(b4) USE(b5) USE(b6)
	USE(b7) USE(b8) USE(c0) USE(c1) USE(c2) USE(c3) USE(c4) USE(c5)
	USE(c6) USE(c7) USE(c8) USE(d0) USE(d1) USE(d2) USE(d3) USE(d4)
	USE(d5) USE(d6) USE(d7) USE(d8) USE(e0) USE(e1) USE(e2) USE(e3)
	USE(e4) USE(e5) USE(e6) USE(e7) USE(e8) USE(f0) USE(f1) USE(f2)
	USE(f3) USE(f4) USE(f5) USE(f6) USE(f7) USE(f8) USE(g0) USE(g1)
	USE(g2) USE(g3) USE(g4) USE(g5) USE(g6) USE(g7) USE(g8) USE(h0)
	USE(h1) USE(h2) USE(h3) USE(h4) USE(h5) USE(h6) USE(h7) USE(h8)
	USE(i0) USE(i1) USE(i2) USE(i3) USE(i4) USE(i5) USE(i6) USE(i7)
	USE(i8) USE(j0) USE(j1) USE(j2) USE(j3) USE(j4) USE(j5) USE(j6)
	USE(j7) USE(j8)
	USE(racy) USE(safe)
	pthread_create(&t, NULL, worker, NULL);
	b_racy.go();
	b_safe.go();
	pthread_join(t, NULL);
	return counter + guarded;
}
