/*
 * Two boxes of one kind, each with its lock, that share what is in them: each side holds
 * the lock of its own box, and that is not enough.
 */
#include <pthread.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t lock;
	int *data;
};

static struct box first, second;

static void add(struct box *x)
{
	pthread_mutex_lock(&x->lock);
	x->data[0]++; // RACE
	pthread_mutex_unlock(&x->lock);
}

static void *use_first(void *unused)
{
	add(&first);
	return unused;
}

static void *use_second(void *unused)
{
	add(&second);
	return unused;
}

/* The same with boxes from the heap. */
static void *use_given(void *argument)
{
	struct box *x = argument;
	pthread_mutex_lock(&x->lock);
	x->data[0]--; // RACE
	pthread_mutex_unlock(&x->lock);
	return NULL;
}

static struct box *make(int *data)
{
	struct box *x = malloc(sizeof(*x));
	pthread_mutex_init(&x->lock, NULL);
	x->data = data; // NORACE
	return x;
}

int main(void)
{
	pthread_t t[4];
	int *shared = calloc(4, sizeof(int)), *given = calloc(4, sizeof(int));
	pthread_mutex_init(&first.lock, NULL);
	pthread_mutex_init(&second.lock, NULL);
	first.data = shared;
	second.data = shared;
	pthread_create(&t[0], NULL, use_first, NULL);
	pthread_create(&t[1], NULL, use_second, NULL);
	pthread_create(&t[2], NULL, use_given, make(given));
	pthread_create(&t[3], NULL, use_given, make(given));
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
