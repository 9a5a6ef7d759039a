// SPDX-License-Identifier: MIT
/* What lies beside a lock is swapped block by block: the lock stays what it is. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct list {
	int *at;
	size_t n;
};

static struct {
	pthread_rwlock_t lock;
	struct list list;
} tickets = {PTHREAD_RWLOCK_INITIALIZER, {NULL, 0}};

static int first, second;

static void swap(void *x, void *y, size_t n)
{
	char buffer[32], *a = x, *b = y;
	while (n) {
		size_t part = n < sizeof(buffer) ? n : sizeof(buffer);
		memcpy(buffer, a, part);
		memcpy(a, b, part);
		memcpy(b, buffer, part);
		n -= part;
		a += part;
		b += part;
	}
}

static void *update(void *unused)
{
	struct list fresh = {&first, 1};
	pthread_rwlock_wrlock(&tickets.lock);
	swap(&tickets.list, &fresh, sizeof(fresh)); // NORACE
	pthread_rwlock_unlock(&tickets.lock);
	fresh.n = 0; // NORACE
	return unused;
}

static void *look(void *unused)
{
	pthread_rwlock_rdlock(&tickets.lock);
	second = tickets.list.n && tickets.list.at == &first; // NORACE
	pthread_rwlock_unlock(&tickets.lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, update, NULL);
	pthread_create(&b, NULL, look, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
