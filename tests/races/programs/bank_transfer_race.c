// SPDX-License-Identifier: MIT
/* Transfers take both accounts' locks in the order of their addresses. */
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account accounts[3];

static void lock_both(struct account *a, struct account *b)
{
	if (a < b) {
		pthread_mutex_lock(&a->lock);
		pthread_mutex_lock(&b->lock);
	} else {
		pthread_mutex_lock(&b->lock);
		pthread_mutex_lock(&a->lock);
	}
}

static void transfer(struct account *from, struct account *to, long n)
{
	lock_both(from, to);
	from->balance -= n; // NORACE
	pthread_mutex_unlock(&to->lock);
	to->balance += n; // RACE
	pthread_mutex_unlock(&from->lock);
}

static void *forward(void *arg)
{
	transfer(&accounts[0], &accounts[1], 5);
	transfer(&accounts[1], &accounts[2], 5);
	return arg;
}

static void *backward(void *arg)
{
	transfer(&accounts[2], &accounts[1], 3);
	transfer(&accounts[1], &accounts[0], 3);
	return arg;
}

int main(void)
{
	pthread_t first, second;
	int i;

	for (i = 0; i < 3; i++)
		pthread_mutex_init(&accounts[i].lock, NULL);
	pthread_create(&first, NULL, forward, NULL);
	pthread_create(&second, NULL, backward, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
