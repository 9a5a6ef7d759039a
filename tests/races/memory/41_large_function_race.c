// SPDX-License-Identifier: MIT
// As 41_large_function_safe.c, but there is one object, which the other thread reads.
#include <pthread.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t lock;
	struct box *next;
	int total;
	int v0, v1, v2, v3, v4, v5, v6, v7;
	int v8, v9, v10, v11, v12, v13, v14, v15;
	int v16, v17, v18, v19, v20, v21, v22, v23;
	int v24, v25, v26, v27, v28, v29, v30, v31;
	int v32, v33, v34, v35, v36, v37, v38, v39;
};

static int seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct box *active;

static struct box *box_new(void)
{
	struct box *b = calloc(1, sizeof(*b));

	pthread_mutex_init(&b->lock, NULL);
	return b;
}

static void fill(struct box *b)
{
	b->v0 += 1;
	b->v1 += 2;
	b->v2 += 3;
	b->v3 += 4;
	b->v4 += 5;
	b->v5 += 6;
	b->v6 += 7;
	b->v7 += 8; // RACE
	b->v8 += 9;
	b->v9 += 10;
	b->v10 += 11;
	b->v11 += 12;
	b->v12 += 13;
	b->v13 += 14;
	b->v14 += 15;
	b->v15 += 16;
	b->v16 += 17;
	b->v17 += 18;
	b->v18 += 19;
	b->v19 += 20;
	b->v20 += 21;
	b->v21 += 22;
	b->v22 += 23;
	b->v23 += 24;
	b->v24 += 25;
	b->v25 += 26;
	b->v26 += 27;
	b->v27 += 28;
	b->v28 += 29;
	b->v29 += 30;
	b->v30 += 31;
	b->v31 += 32;
	b->v32 += 33;
	b->v33 += 34;
	b->v34 += 35;
	b->v35 += 36;
	b->v36 += 37;
	b->v37 += 38;
	b->v38 += 39;
	b->v39 += 40;
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	seen = active->v7; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t id;

	active = box_new();
	pthread_create(&id, NULL, work, NULL);
	fill(active);
	pthread_join(id, NULL);
	return seen;
}
