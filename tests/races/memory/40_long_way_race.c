// SPDX-License-Identifier: MIT
/* Memory that is found by a long way through arrays, from one of two pointers. */
#include <pthread.h>

struct leaf {
	int pad, n;
};

struct near {
	int pad;
	struct d {
		int pad;
		struct e {
			int pad;
			struct f {
				int pad;
				struct leaf leaf[3];
			} f[3];
		} e[3];
	} d[3];
};

struct far {
	int pad;
	struct a {
		int pad;
		struct b {
			int pad;
			struct c {
				int pad;
				struct near near[3];
			} c[3];
		} b[3];
	} a[3];
};

static struct far first, second;

static void add(struct far *x, struct far *y, int which, int i, int j, int k, int l)
{
	struct near *p;

	if (which)
		p = &x->a[i].b[j].c[k].near[l];
	else
		p = &y->a[j].b[i].c[l].near[k];
	p->d[i].e[j].f[k].leaf[l].n++; // RACE
}

static void *run(void *arg)
{
	add(&first, &second, arg != NULL, 1, 2, 1, 0);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, run, &first);
	pthread_create(&b, NULL, run, &first);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
