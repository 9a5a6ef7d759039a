// SPDX-License-Identifier: MIT
// Memory that was made for a call, which gives it to one thread: in one branch or another, again only if that has
// failed, through functions in between, to two threads of which each has a member of its own; or an
// element of it to each of many.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
	int either, again, below, first, second;
	struct box *next;
};
struct pool {
	int n;
	struct box *box;
	pthread_t *id;
};
static struct box *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *either(void *arg)
{
	((struct box *)arg)->either++; // NORACE
	return NULL;
}

static void *again(void *arg)
{
	((struct box *)arg)->again++; // NORACE
	return NULL;
}

static void *below(void *arg)
{
	((struct box *)arg)->below++; // NORACE
	return NULL;
}

static void *first(void *arg)
{
	((struct box *)arg)->first++; // NORACE
	return NULL;
}

static void *second(void *arg)
{
	((struct box *)arg)->second++; // NORACE
	return NULL;
}

static void *element(void *arg)
{
	((struct box *)arg)->first++; // NORACE
	return NULL;
}

static void start_either(struct box *b, int which)
{
	pthread_t t;
	if (which)
		pthread_create(&t, NULL, either, b);
	else
		pthread_create(&t, NULL, either, b);
}

static void start_again(struct box *b)
{
	pthread_t t;
	while (pthread_create(&t, NULL, again, b) == EAGAIN)
		continue;
}

static void start_one(struct box *b)
{
	pthread_t t;
	pthread_create(&t, NULL, below, b);
}

static void start_below(struct box *b)
{
	b->below = 1; // NORACE
	start_one(b);
}

static void start_both(struct box *b)
{
	pthread_t t;
	pthread_mutex_lock(&lock);
	b->next = list; // NORACE
	list = b;	// NORACE
	pthread_mutex_unlock(&lock);
	pthread_create(&t, NULL, first, b);
	pthread_create(&t, NULL, second, b);
}

static void start_pool(struct pool *p)
{
	for (int i = 0; i < p->n; i++)
		pthread_create(&p->id[i], NULL, element, &p->box[i]);
}

static struct pool *make_pool(int n)
{
	struct pool *p = malloc(sizeof(*p));
	p->n = n;
	p->box = calloc((size_t)n, sizeof(*p->box));
	p->id = calloc((size_t)n, sizeof(*p->id));
	start_pool(p);
	return p;
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc; i++) {
		start_either(calloc(1, sizeof(struct box)), i);
		start_again(calloc(1, sizeof(struct box)));
		start_below(calloc(1, sizeof(struct box)));
		start_both(calloc(1, sizeof(struct box)));
		make_pool(i);
	}
	pthread_exit(NULL);
}
