// SPDX-License-Identifier: MIT
/* One of the items on the stack is put into the list that all threads have, and stays
 * there. */
#include <pthread.h>

struct item {
	struct item *next;
	int value;
};

struct list {
	struct item *first;
	int count;
};

static struct list all;
static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void list_add(struct list *l, struct item *i)
{
	i->next = l->first; // NORACE
	l->first = i; // NORACE
	l->count++; // NORACE
}

static struct item *list_take(struct list *l)
{
	struct item *i = l->first; // NORACE

	if (i) {
		l->first = i->next; // NORACE
		l->count--; // NORACE
	}
	return i;
}

static void *work(void *arg)
{
	struct list mine = { NULL, 0 };
	struct item one = { NULL, 1 }, *i;

	list_add(&mine, &one);
	while ((i = list_take(&mine)))
		i->value++; // RACE
	pthread_mutex_lock(&lock);
	list_add(&all, &one);
	i = all.first->next;
	pthread_mutex_unlock(&lock);
	one.value++; // RACE
	if (i)
		i->value++; // RACE
	mine.count++; // NORACE
	pthread_barrier_wait(&barrier);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return all.count;
}
