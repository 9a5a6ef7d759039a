// SPDX-License-Identifier: MIT
/* Two accounts are locked, the one with the lower number first. */
#include <pthread.h>
#include <stdlib.h>

struct account {
	int number;
	pthread_mutex_t lock;
	long balance;
};

static struct account accounts[8];

static void move(struct account *from, struct account *to, long sum)
{
	struct account *first = from->number < to->number ? from : to;
	struct account *second = from->number < to->number ? to : from;

	if (from == to)
		return;
	pthread_mutex_lock(&first->lock);
	pthread_mutex_lock(&second->lock);
	from->balance -= sum; // NORACE
	to->balance += sum; // NORACE
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
}

static void *work(void *arg)
{
	unsigned seed = (unsigned)(long)arg;

	for (int i = 0; i < 100; i++)
		move(&accounts[rand_r(&seed) % 8], &accounts[rand_r(&seed) % 8], 1);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	for (int i = 0; i < 8; i++) {
		accounts[i].number = i;
		pthread_mutex_init(&accounts[i].lock, NULL);
	}
	pthread_create(&a, NULL, work, (void *)1);
	pthread_create(&b, NULL, work, (void *)2);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return accounts[0].balance != 0;
}
