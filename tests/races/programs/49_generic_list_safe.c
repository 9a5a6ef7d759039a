// SPDX-License-Identifier: MIT
/* A generic list library used for two kinds of data with two locks. */
#include <pthread.h>
#include <stdlib.h>

struct list {
	void *item;
	struct list *next;
};

struct user {
	int logins;
};

struct page {
	int views;
};

static pthread_mutex_t users_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t pages_lock = PTHREAD_MUTEX_INITIALIZER;
static struct list *users, *pages;

static void list_push(struct list **l, void *item)
{
	struct list *n = malloc(sizeof(*n));

	n->item = item; // NORACE
	n->next = *l; // NORACE
	*l = n; // NORACE
}

static void list_each(struct list *l, void (*f)(void *))
{
	for (; l; l = l->next) // NORACE
		f(l->item); // NORACE
}

static void login(void *item)
{
	((struct user *)item)->logins++; // NORACE
}

static void view(void *item)
{
	((struct page *)item)->views++; // NORACE
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&users_lock);
	list_push(&users, calloc(1, sizeof(struct user)));
	list_each(users, login); // NORACE
	pthread_mutex_unlock(&users_lock);
	pthread_mutex_lock(&pages_lock);
	list_each(pages, view); // NORACE
	pthread_mutex_unlock(&pages_lock);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_mutex_lock(&pages_lock);
	list_push(&pages, calloc(1, sizeof(struct page)));
	pthread_mutex_unlock(&pages_lock);
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
