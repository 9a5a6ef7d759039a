// SPDX-License-Identifier: MIT
/* The lock lives in the parent, which each child points to. */
#include <pthread.h>

struct parent {
	pthread_mutex_t lock;
	int children;
};

struct child {
	struct parent *parent;
	int age;
};

static struct parent mother = { PTHREAD_MUTEX_INITIALIZER, 2 };
static struct parent father = { PTHREAD_MUTEX_INITIALIZER, 1 };
static struct child anna = { &mother, 1 }, bert = { &mother, 2 }, carl = { &father, 3 };

static void birthday(struct child *c)
{
	pthread_mutex_lock(&c->parent->lock);
	c->age++; // RACE
	pthread_mutex_unlock(&c->parent->lock);
}

static void *party(void *arg)
{
	birthday(&anna);
	birthday(&bert);
	birthday(&carl);
	return arg;
}

static void *registry(void *arg)
{
	pthread_mutex_lock(&mother.lock);
	anna.age = 0; // NORACE
	pthread_mutex_unlock(&mother.lock);
	pthread_mutex_lock(&mother.lock);
	carl.age = 0; // RACE
	pthread_mutex_unlock(&mother.lock);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, party, NULL);
	pthread_create(&second, NULL, registry, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
