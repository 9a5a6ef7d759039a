// SPDX-License-Identifier: MIT
/* Lock taken in one function, data touched in a second, released in a third. */
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account shared = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void begin(struct account *a)
{
	pthread_mutex_lock(&a->lock);
}

static void deposit(struct account *a, long n)
{
	a->balance += n; // NORACE
}

static void end(struct account *a)
{
	pthread_mutex_unlock(&a->lock);
}

static void *teller(void *arg)
{
	int i;

	for (i = 0; i < 5; i++) {
		begin(&shared);
		deposit(&shared, 5);
		end(&shared);
	}
	return arg;
}

static void *cashier(void *arg)
{
	begin(&shared);
	deposit(&shared, 7);
	end(&shared);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, teller, NULL);
	pthread_create(&second, NULL, cashier, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
