// SPDX-License-Identifier: MIT
/*
 * Other ways to take something out: the neighbours are told of each other, the slot is
 * cleared, the number of slots goes down, the place of the pointer is searched, the whole list
 * is taken.
 */
#include <pthread.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next, **prev;
};

#define MOST 16
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *head, **tail = &head, *slots[MOST];
static int count;

static void unlink_node(struct node *c)
{
	if (c->next)
		c->next->prev = c->prev;
	else
		tail = c->prev;
	*c->prev = c->next;
}

static struct node *take_slot(void)
{
	struct node *c = NULL;

	for (int i = 0; i < count; i++) {
		if (slots[i]) {
			c = slots[i];
			slots[i] = NULL;
			break;
		}
	}
	return c;
}

static void take_all(void)
{
	struct node *c, *next;

	pthread_mutex_lock(&lock);
	c = head;
	head = NULL;
	pthread_mutex_unlock(&lock);
	for (; c; c = next) {
		next = c->next; // NORACE
		c->value = 3; // NORACE
		free(c); // NORACE
	}
}

static void *use(void *arg)
{
	(void)arg;
	for (;;) {
		struct node *c, *d, *e = NULL, *f, **at;

		take_all();
		pthread_mutex_lock(&lock);
		c = head;
		if (c)
			unlink_node(c);
		d = take_slot();
		if (count > 0)
			e = slots[--count];
		for (at = &head; (f = *at) != NULL; at = &f->next) {
			if (f->value == 3) {
				*at = f->next;
				break;
			}
		}
		pthread_mutex_unlock(&lock);
		if (c)
			c->value = 5; // NORACE
		if (d)
			d->value = 6; // NORACE
		if (e)
			e->value = 7; // NORACE
		if (f)
			f->value = 8; // NORACE
	}
	return NULL;
}

/* Whoever is in the list is changed under the lock. */
static void *watch(void *arg)
{
	(void)arg;
	for (;;) {
		pthread_mutex_lock(&lock);
		for (struct node *p = head; p; p = p->next)
			p->value++;
		for (int i = 0; i < count; i++)
			if (slots[i])
				slots[i]->value++;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void put(struct node *x, int in_list)
{
	pthread_mutex_lock(&lock);
	if (in_list) {
		x->next = head;
		x->prev = &head;
		if (head)
			head->prev = &x->next;
		head = x;
	} else if (count < MOST) {
		slots[count++] = x;
	}
	pthread_mutex_unlock(&lock);
}

static void *fill(void *arg)
{
	(void)arg;
	for (int i = 0; i < 9; i++) {
		struct node *x = calloc(1, sizeof(*x));

		if (!x)
			return NULL;
		x->value = i; // NORACE
		put(x, i % 2);
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, watch, NULL);
	pthread_create(&c, NULL, fill, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
