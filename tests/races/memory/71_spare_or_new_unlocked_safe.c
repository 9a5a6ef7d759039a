/* A spare one, or a new one that is made after the lock was released. */
#include <pthread.h>
#include <stdlib.h>

struct block {
	struct block *next;
	long n;
};
static struct arena {
	pthread_mutex_t m;
	struct block *spare;
	long made;
} arena = {PTHREAD_MUTEX_INITIALIZER, NULL, 0};

static struct block *get(struct arena *a)
{
	struct block *b;
	pthread_mutex_lock(&a->m);
	if ((b = a->spare) == NULL) {
		a->made++;
		pthread_mutex_unlock(&a->m);
		return calloc(1, sizeof(*b));
	}
	a->spare = b->next;
	pthread_mutex_unlock(&a->m);
	return b;
}

static void put(struct arena *a, struct block *b)
{
	pthread_mutex_lock(&a->m);
	b->next = a->spare;
	a->spare = b;
	pthread_mutex_unlock(&a->m);
}

static void *run(void *p)
{
	for (int i = 0; i < 50; i++) {
		struct block *b = get(&arena);
		if (!b)
			break;
		b->n = i; // FP that none was found is forgotten where the lock is released
		put(&arena, b);
	}
	return p;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
