// SPDX-License-Identifier: MIT
/* A home-made spinlock from the __sync builtins; one side forgets it. */
#include <pthread.h>

struct spin {
	int word;
};

static struct spin spin;
static int balance;

static void spin_lock(struct spin *s)
{
	while (__sync_lock_test_and_set(&s->word, 1)) // NORACE
		;
}

static void spin_unlock(struct spin *s)
{
	__sync_lock_release(&s->word); // NORACE
}

static void *earn(void *arg)
{
	spin_lock(&spin);
	balance += 10; // NORACE
	spin_unlock(&spin);
	return arg;
}

static void *spend(void *arg)
{
	spin_lock(&spin);
	balance -= 10; // NORACE
	spin_unlock(&spin);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, earn, NULL);
	pthread_create(&second, NULL, spend, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
