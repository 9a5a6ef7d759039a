// SPDX-License-Identifier: MIT
/* Two semaphores pass one buffer to and fro. */
#include <pthread.h>
#include <semaphore.h>

#define TURNS 5

struct mailbox {
	sem_t empty, full;
	int letter;
};

static struct mailbox box;

static void *writer(void *arg)
{
	struct mailbox *b = arg;
	int i;

	for (i = 0; i < TURNS; i++) {
		sem_wait(&b->empty);
		b->letter = i; // NORACE
		sem_post(&b->full);
	}
	return NULL;
}

static void *reader(void *arg)
{
	struct mailbox *b = arg;
	int i, sum = 0;

	for (i = 0; i < TURNS; i++) {
		sem_wait(&b->full);
		sum += b->letter; // NORACE
		sem_post(&b->empty);
	}
	return sum < 0 ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	sem_init(&box.empty, 0, 1);
	sem_init(&box.full, 0, 0);
	pthread_create(&first, NULL, writer, &box);
	pthread_create(&second, NULL, reader, &box);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
