// SPDX-License-Identifier: MIT
/* What is put into an array of GLib is found again where the program reads the array by itself. */
#include <pthread.h>

typedef struct {
	char *data;
	unsigned len;
} GArray;
typedef struct {
	void **pdata;
	unsigned len;
} GPtrArray;

GArray *g_array_new(int, int, unsigned);
GArray *g_array_append_vals(GArray *, const void *, unsigned);
GArray *g_array_sized_new(int, int, unsigned, unsigned);
GPtrArray *g_ptr_array_new(void);
GPtrArray *g_ptr_array_new_with_free_func(void (*)(void *));
void g_ptr_array_add(GPtrArray *, void *);
void *g_malloc0_n(unsigned long, unsigned long);

struct object {
	int number;
	int count;
};

static GArray *first, *sized;
static GPtrArray *second, *owner;

static void *count(void *arg)
{
	((struct object **)first->data)[0]->count++; // RACE
	((struct object *)second->pdata[0])->number++; // RACE
	((struct object **)sized->data)[0]->count++;   // RACE
	((struct object *)owner->pdata[0])->number++; // RACE
	return arg;
}

static void release(void *object)
{
	(void)object;
}

static void fill_others(void)
{
	struct object *one = g_malloc0_n(1, sizeof(*one)), *two = g_malloc0_n(1, sizeof(*two));

	sized = g_array_sized_new(0, 0, sizeof(one), 4);
	g_array_append_vals(sized, &one, 1);
	owner = g_ptr_array_new_with_free_func(release);
	g_ptr_array_add(owner, two);
}

int main(int argc, char **argv)
{
	struct object *one = g_malloc0_n(1, sizeof(*one)), *two = g_malloc0_n(1, sizeof(*two));
	pthread_t t;

	(void)argv;
	one->count = 1; // NORACE
	first = g_array_new(0, 0, sizeof(one));
	g_array_append_vals(first, &one, 1);
	second = g_ptr_array_new();
	g_ptr_array_add(second, two);
	fill_others();
	pthread_create(&t, NULL, count, NULL);
	((struct object **)first->data)[argc]->count++;	   // RACE
	((struct object *)second->pdata[argc])->number++; // RACE
	((struct object **)sized->data)[argc]->count++;   // RACE
	((struct object *)owner->pdata[argc])->number++; // RACE
	pthread_join(t, NULL);
	return one->count; // NORACE
}
