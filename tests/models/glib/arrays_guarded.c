// SPDX-License-Identifier: MIT
/* Elements with locks of their own. The pointer to the elements is one to the array itself, so what
 * is done to them is taken for something done to it, too. */
#include <pthread.h>

typedef struct {
	void **pdata;
	unsigned len;
} GPtrArray;

GPtrArray *g_ptr_array_new(void);
void g_ptr_array_add(GPtrArray *, void *);
void *g_malloc0_n(unsigned long, unsigned long);

struct object {
	long number, count;
	pthread_mutex_t lock;
};

static GPtrArray *all;

static void add_one(struct object *o)
{
	pthread_mutex_lock(&o->lock);
	o->count++; // FP it may be the array
	pthread_mutex_unlock(&o->lock);
}

static void *count(void *arg)
{
	add_one(all->pdata[0]);
	return arg;
}

int main(int argc, char **argv)
{
	struct object *o = g_malloc0_n(1, sizeof(*o));
	pthread_t t;

	(void)argv;
	pthread_mutex_init(&o->lock, NULL);
	all = g_ptr_array_new();
	g_ptr_array_add(all, o);
	pthread_create(&t, NULL, count, NULL);
	add_one(all->pdata[argc]); // FP as above
	pthread_join(t, NULL);
	return 0;
}
