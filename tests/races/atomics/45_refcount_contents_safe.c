// SPDX-License-Identifier: MIT
/* The object is freed by who drops the last reference. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct buf { atomic_int ref; int len; char *d; };
static struct buf *b_new(void) { struct buf *b = malloc(sizeof *b); atomic_init(&b->ref, 1); b->len = 4; b->d = malloc(4); b->d[0] = 1; return b; }
static struct buf *b_ref(struct buf *b) { atomic_fetch_add_explicit(&b->ref, 1, memory_order_relaxed); return b; }
static void b_unref(struct buf *b)
{
	if (atomic_fetch_sub_explicit(&b->ref, 1, memory_order_acq_rel) == 1) {
		free(b->d); // NORACE
		b->d = 0;
		free(b);
	}
}
static void *th(void *p) { struct buf *b = p; long r = b->d[0] + b->len; b_unref(b); return (void *)r; } // NORACE
int main(void)
{
	struct buf *b = b_new();
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		if (pthread_create(&t[i], 0, th, b_ref(b)))
			abort();
	b_unref(b);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
