// SPDX-License-Identifier: MIT
/* The taker writes to the element before it holds the lock and unlinks it. */
#include <pthread.h>
#include <stdlib.h>

struct message {
	struct message *next;
	int seen;
};

struct mailbox {
	pthread_mutex_t lock;
	struct message *first;
};

static struct mailbox box = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *receiver(void *arg)
{
	struct mailbox *b = arg;
	struct message *m;

	pthread_mutex_lock(&b->lock);
	m = b->first; // NORACE
	if (m)
		b->first = m->next; // NORACE
	pthread_mutex_unlock(&b->lock);
	if (m)
		m->seen++; // NORACE
	return m;
}

int main(void)
{
	pthread_t first, second;
	int i;

	for (i = 0; i < 4; i++) {
		struct message *m = calloc(1, sizeof(*m));

		m->next = box.first;
		box.first = m;
	}
	pthread_create(&first, NULL, receiver, &box);
	pthread_create(&second, NULL, receiver, &box);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
