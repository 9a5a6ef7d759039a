// SPDX-License-Identifier: MIT
// As 41_large_function_safe.c, but the objects are in a list, and one function locks the object
// for what the large one does without.
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

static struct box *first;

static struct box *box_new(void)
{
	struct box *b = calloc(1, sizeof(*b));

	pthread_mutex_init(&b->lock, NULL);
	return b;
}

static void fill(struct box *b)
{
	int sum = 0;

	sum += b->v0;
	sum -= 2 * b->v0;
	sum += b->v1;
	sum -= 2 * b->v1;
	sum += b->v2;
	sum -= 2 * b->v2;
	sum += b->v3;
	sum -= 2 * b->v3;
	sum += b->v4;
	sum -= 2 * b->v4;
	sum += b->v5;
	sum -= 2 * b->v5;
	sum += b->v6;
	sum -= 2 * b->v6;
	sum += b->v7;
	sum -= 2 * b->v7;
	sum += b->v8;
	sum -= 2 * b->v8;
	sum += b->v9;
	sum -= 2 * b->v9;
	sum += b->v10;
	sum -= 2 * b->v10;
	sum += b->v11;
	sum -= 2 * b->v11;
	sum += b->v12;
	sum -= 2 * b->v12;
	sum += b->v13;
	sum -= 2 * b->v13;
	sum += b->v14;
	sum -= 2 * b->v14;
	sum += b->v15;
	sum -= 2 * b->v15;
	sum += b->v16;
	sum -= 2 * b->v16;
	sum += b->v17;
	sum -= 2 * b->v17;
	sum += b->v18;
	sum -= 2 * b->v18;
	sum += b->v19;
	sum -= 2 * b->v19;
	sum += b->v20;
	sum -= 2 * b->v20;
	sum += b->v21;
	sum -= 2 * b->v21;
	sum += b->v22;
	sum -= 2 * b->v22;
	sum += b->v23;
	sum -= 2 * b->v23;
	sum += b->v24;
	sum -= 2 * b->v24;
	sum += b->v25;
	sum -= 2 * b->v25;
	sum += b->v26;
	sum -= 2 * b->v26;
	sum += b->v27;
	sum -= 2 * b->v27;
	sum += b->v28;
	sum -= 2 * b->v28;
	sum += b->v29;
	sum -= 2 * b->v29;
	sum += b->v30;
	sum -= 2 * b->v30;
	sum += b->v31;
	sum -= 2 * b->v31;
	sum += b->v32;
	sum -= 2 * b->v32;
	sum += b->v33;
	sum -= 2 * b->v33;
	sum += b->v34;
	sum -= 2 * b->v34;
	sum += b->v35;
	sum -= 2 * b->v35;
	sum += b->v36;
	sum -= 2 * b->v36;
	sum += b->v37;
	sum -= 2 * b->v37;
	sum += b->v38;
	sum -= 2 * b->v38;
	sum += b->v39;
	sum -= 2 * b->v39;
	b->total += sum; // RACE
}

static void note(struct box *b)
{
	pthread_mutex_lock(&b->lock);
	b->total++; // RACE
	pthread_mutex_unlock(&b->lock);
}

static void *work(void *arg)
{
	for (struct box *b = first; b; b = b->next)
		note(b);
	return arg;
}

int main(void)
{
	pthread_t id;

	for (int i = 0; i < 4; i++) {
		struct box *b = box_new();

		b->next = first;
		first = b;
	}
	pthread_create(&id, NULL, work, NULL);
	for (struct box *b = first; b; b = b->next)
		fill(b);
	pthread_join(id, NULL);
	return 0;
}
