// Callers have several buffers, which two functions make, so that nothing says which one is meant;
// but what is done to the count of a buffer is done under its lock, in one function, and only
// here it is read without: who locks it expects others.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t lock;
	int count;
};

static struct buffer *_Atomic buffers[8];

void open_small(int i)
{
	struct buffer *b = calloc(1, sizeof(*b));

	pthread_mutex_init(&b->lock, NULL);
	buffers[i & 7] = b;
}

void open_large(int i)
{
	struct buffer *b = calloc(2, sizeof(*b));

	pthread_mutex_init(&b->lock, NULL);
	buffers[i & 7] = b;
}

void change(int i, int how)
{
	struct buffer *b = buffers[i & 7];

	pthread_mutex_lock(&b->lock);
	if (how == 0)
		b->count++; // RACE
	else if (how == 1)
		b->count--; // RACE
	else if (b->count > how) // NORACE
		b->count = how; // RACE
	pthread_mutex_unlock(&b->lock);
}

int count(int i)
{
	struct buffer *b = buffers[i & 7];

	return b->count; // RACE
}
