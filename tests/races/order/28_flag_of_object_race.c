// SPDX-License-Identifier: MIT
/* The helper sets the flag under the lock of one caller, and without a lock for the other one: who
 * has found it set does not come after the write there. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct box {
	pthread_mutex_t lock;
	int ready;
	int value;
	int early;
};

static void set(struct box *b)
{
	b->ready = 1; // RACE
}

static int is_ready(struct box *b)
{
	pthread_mutex_lock(&b->lock);
	int is = b->ready; // RACE
	pthread_mutex_unlock(&b->lock);
	return is;
}

static void locked_set(struct box *b)
{
	pthread_mutex_lock(&b->lock);
	set(b);
	pthread_mutex_unlock(&b->lock);
}

static void *work(void *arg)
{
	struct box *b = arg;

	b->value = 42; // RACE
	if (getpid() % 2)
		locked_set(b);
	else
		set(b);
	b->early = 1; // RACE
	return NULL;
}

int main(void)
{
	struct box *b = calloc(1, sizeof(*b));
	pthread_t id;

	pthread_mutex_init(&b->lock, NULL);
	pthread_create(&id, NULL, work, b);
	while (!is_ready(b))
		usleep(10);
	b->early++; // RACE
	return b->value; // RACE
}
