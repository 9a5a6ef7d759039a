// SPDX-License-Identifier: MIT
/* The flag is in an object; helpers that are given the object set it and ask for it, under the
 * lock that is in it too. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct box {
	pthread_mutex_t lock;
	_Bool ready;
	int value;
	char name[16];
};

static void publish(struct box *b)
{
	b->value = 42; // NORACE
	strcpy(b->name, "box"); // NORACE
	pthread_mutex_lock(&b->lock);
	b->ready = 1; // NORACE
	pthread_mutex_unlock(&b->lock);
}

static _Bool is_ready(struct box *b)
{
	pthread_mutex_lock(&b->lock);
	_Bool is = b->ready; // NORACE
	pthread_mutex_unlock(&b->lock);
	return is;
}

static void *work(void *arg)
{
	publish(arg);
	return NULL;
}

int main(void)
{
	struct box *b = calloc(1, sizeof(*b));
	pthread_t id;

	pthread_mutex_init(&b->lock, NULL);
	pthread_create(&id, NULL, work, b);
	for (;;) {
		if (is_ready(b))
			break;
		usleep(10);
	}
	b->value++; // NORACE
	b->name[0] = 'B'; // NORACE
	return b->value;
}
