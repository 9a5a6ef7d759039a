// SPDX-License-Identifier: MIT
/* One side locks the first part of a pair for the second one, the other the second part. */
#include <pthread.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t lock;
	int n;
};
struct pair {
	struct box first, second;
};

static struct pair *pairs[4];
static struct box *boxes[4];

static void *by_pair(void *arg)
{
	struct pair *p = pairs[(long)arg & 3];

	pthread_mutex_lock(&p->first.lock);
	p->second.n++; // RACE
	pthread_mutex_unlock(&p->first.lock);
	return NULL;
}

static void *by_box(void *arg)
{
	struct box *b = boxes[(long)arg & 3];

	pthread_mutex_lock(&b->lock);
	b->n++; // RACE
	pthread_mutex_unlock(&b->lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	for (int i = 0; i < 4; i++) {
		pairs[i] = calloc(1, sizeof(**pairs));
		boxes[i] = &pairs[i]->second;
	}
	pthread_create(&a, NULL, by_pair, NULL);
	pthread_create(&b, NULL, by_box, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
