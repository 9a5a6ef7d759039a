// SPDX-License-Identifier: MIT
/* Only the account with the lower number is locked. */
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

	if (from == to)
		return;
	pthread_mutex_lock(&first->lock);
	from->balance -= sum; // RACE
	to->balance += sum; // RACE
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
