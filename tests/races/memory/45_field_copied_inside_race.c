// SPDX-License-Identifier: MIT
/* The object is found behind another one, of which a field is copied where others see it:
 * in the same call, and stored there only by that call. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	long n;
	struct node *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *last;

static void *look(void *arg)
{
	pthread_mutex_lock(&lock);
	if (last)
		last->n++; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void show_next(struct node *list, struct node *node)
{
	pthread_mutex_lock(&lock);
	last = list->next;
	pthread_mutex_unlock(&lock);
	node->n = 1; // RACE
}

static void link_and_show(struct node *list, struct node *node)
{
	list->next = node;
	pthread_mutex_lock(&lock);
	last = list->next;
	pthread_mutex_unlock(&lock);
	node->n = 2; // RACE
}

static void copy_out(struct node *to, const struct node *from)
{
	*to = *from;
}

static struct node copied;

static void *look_at_copy(void *arg)
{
	pthread_mutex_lock(&lock);
	if (copied.next)
		copied.next->n++; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void show_copy(struct node *list, struct node *node)
{
	pthread_mutex_lock(&lock);
	copy_out(&copied, list);
	pthread_mutex_unlock(&lock);
	node->n = 3; // RACE
}

int main(void)
{
	struct node *a = calloc(1, sizeof(*a)), *b = calloc(1, sizeof(*b));
	struct node *c = calloc(1, sizeof(*c)), *d = calloc(1, sizeof(*d));
	struct node *e = calloc(1, sizeof(*e)), *f = calloc(1, sizeof(*f));
	pthread_t t, u;

	if (!a || !b || !c || !d || !e || !f)
		return 1;
	a->next = b;
	e->next = f;
	pthread_create(&t, NULL, look, NULL);
	pthread_create(&u, NULL, look_at_copy, NULL);
	show_next(a, b);
	link_and_show(c, d);
	show_copy(e, f);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
