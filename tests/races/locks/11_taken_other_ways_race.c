// SPDX-License-Identifier: MIT
/*
 * The twins: the slot is not cleared, the number does not go down, and what follows the first
 * node of the list stays there.
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

static struct node *find_slot(void)
{
	struct node *c = NULL;

	for (int i = 0; i < count; i++) {
		if (slots[i]) {
			c = slots[i];
			break;
		}
	}
	return c;
}

static void take_first(void)
{
	struct node *c, *next;

	pthread_mutex_lock(&lock);
	c = head;
	if (c)
		head = c->next;
	pthread_mutex_unlock(&lock);
	if (c) {
		next = c->next;
		if (next)
			next->value = 3; // RACE
	}
}

static void *use(void *arg)
{
	(void)arg;
	for (;;) {
		struct node *d, *e = NULL;

		take_first();
		pthread_mutex_lock(&lock);
		d = find_slot();
		if (count > 0)
			e = slots[count - 1];
		pthread_mutex_unlock(&lock);
		if (d)
			d->value = 6; // RACE
		if (e)
			e->value = 7; // RACE
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
			p->value++; // RACE
		for (int i = 0; i < count; i++)
			if (slots[i])
				slots[i]->value++; // RACE
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
