// SPDX-License-Identifier: MIT
/* The variable with the id of the thread gets the id of another one, and that is joined. */
#include <pthread.h>
#include <string.h>

static pthread_t tid, other;
static int a, b, c, d;

static void *count(void *arg)
{
	int *n = arg;

	(*n)++; // RACE
	return NULL;
}

static void *rest(void *arg)
{
	return arg;
}

static void put(pthread_t *where, pthread_t id)
{
	*where = id;
}

struct worker {
	int number;
	pthread_t id;
};

static struct worker first, second;

static void copied(void)
{
	struct worker one, two;

	pthread_create(&one.id, NULL, count, &c);
	pthread_create(&two.id, NULL, rest, NULL);
	one = two;
	pthread_join(one.id, NULL);
	c++; // RACE
	pthread_create(&first.id, NULL, count, &d);
	pthread_create(&second.id, NULL, rest, NULL);
	memcpy(&first, &second, sizeof(first));
	pthread_join(first.id, NULL);
	d++; // RACE
}

int main(void)
{
	pthread_t here, there;

	pthread_create(&tid, NULL, count, &a);
	pthread_create(&other, NULL, rest, NULL);
	tid = other;
	pthread_join(tid, NULL);
	a++; // RACE
	pthread_create(&here, NULL, count, &b);
	pthread_create(&there, NULL, rest, NULL);
	put(&here, there);
	pthread_join(here, NULL);
	b++; // RACE
	copied();
	return 0;
}
