// SPDX-License-Identifier: MIT
/* Memory of a size that is not known is a header for one, and an item for others. */
#include <pthread.h>
#include <stdlib.h>

struct head {
	long size;
	char name[24];
};
struct item {
	struct item *next;
	int kind, n;
};

static struct {
	struct item *it;
} holder;

static void *worker(void *arg)
{
	holder.it->n++; // RACE
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t a, b;
	struct head *h = malloc(strtoul(argc > 1 ? argv[1] : "64", NULL, 10));

	h->size = argc;
	holder.it = (struct item *)(void *)h;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return holder.it->n;
}
