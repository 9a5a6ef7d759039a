// SPDX-License-Identifier: MIT
/* More members are set than the analysis keeps in mind. */
#include <pthread.h>
#include <stdlib.h>

struct large {
	int m0, n0;
	int m1, n1;
	int m2, n2;
	int m3, n3;
	int m4, n4;
	int m5, n5;
	int m6, n6;
	int m7, n7;
	int m8, n8;
	int m9, n9;
	int m10, n10;
	int m11, n11;
	int m12, n12;
	int m13, n13;
	int m14, n14;
	int m15, n15;
	int m16, n16;
	int m17, n17;
	int m18, n18;
	int m19, n19;
};

static int total;

static void *worker(void *arg)
{
	struct large *s = calloc(1, sizeof(*s));

	s->m0 = s->n0 = 1;
	s->m1 = s->n1 = 1;
	s->m2 = s->n2 = 1;
	s->m3 = s->n3 = 1;
	s->m4 = s->n4 = 1;
	s->m5 = s->n5 = 1;
	s->m6 = s->n6 = 1;
	s->m7 = s->n7 = 1;
	s->m8 = s->n8 = 1;
	s->m9 = s->n9 = 1;
	s->m10 = s->n10 = 1;
	s->m11 = s->n11 = 1;
	s->m12 = s->n12 = 1;
	s->m13 = s->n13 = 1;
	s->m14 = s->n14 = 1;
	s->m15 = s->n15 = 1;
	s->m16 = s->n16 = 1;
	s->m17 = s->n17 = 1;
	s->m18 = s->n18 = 1;
	s->m19 = s->n19 = 1;
	if (s->m0)
		total++; // RACE
	free(s);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
