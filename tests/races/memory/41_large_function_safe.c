// SPDX-License-Identifier: MIT
// The draft is no other thread's business. But both objects are allocated at one place, and
// each has been in either variable.
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
static struct box *active, *draft;

static struct box *box_new(void)
{
	struct box *b = calloc(1, sizeof(*b));

	pthread_mutex_init(&b->lock, NULL);
	return b;
}

static void fill(struct box *b)
{
	b->v0 += 1; // NORACE
	b->v1 += 2; // NORACE
	b->v2 += 3; // NORACE
	b->v3 += 4; // NORACE
	b->v4 += 5; // NORACE
	b->v5 += 6; // NORACE
	b->v6 += 7; // NORACE
	b->v7 += 8; // FP both variables have held any of the objects
	b->v8 += 9; // NORACE
	b->v9 += 10; // NORACE
	b->v10 += 11; // NORACE
	b->v11 += 12; // NORACE
	b->v12 += 13; // NORACE
	b->v13 += 14; // NORACE
	b->v14 += 15; // NORACE
	b->v15 += 16; // NORACE
	b->v16 += 17; // NORACE
	b->v17 += 18; // NORACE
	b->v18 += 19; // NORACE
	b->v19 += 20; // NORACE
	b->v20 += 21; // NORACE
	b->v21 += 22; // NORACE
	b->v22 += 23; // NORACE
	b->v23 += 24; // NORACE
	b->v24 += 25; // NORACE
	b->v25 += 26; // NORACE
	b->v26 += 27; // NORACE
	b->v27 += 28; // NORACE
	b->v28 += 29; // NORACE
	b->v29 += 30; // NORACE
	b->v30 += 31; // NORACE
	b->v31 += 32; // NORACE
	b->v32 += 33; // NORACE
	b->v33 += 34; // NORACE
	b->v34 += 35; // NORACE
	b->v35 += 36; // NORACE
	b->v36 += 37; // NORACE
	b->v37 += 38; // NORACE
	b->v38 += 39; // NORACE
	b->v39 += 40; // NORACE
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	seen = active->v7; // FP likewise
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t id;

	for (int i = 0; i < 2; i++) {
		struct box *b = box_new();

		draft = active;
		active = b;
	}
	pthread_create(&id, NULL, work, NULL);
	fill(draft);
	pthread_join(id, NULL);
	return seen;
}
