// SPDX-License-Identifier: MIT
/* 'My globals', made on first use, freed by the key's destructor. Others get to know where they are, but
 * look only under the lock for what is guarded by it; the rest is the thread's own. */
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

struct buffer {
	struct buffer *next;
	char used;
};

struct globals {
	struct globals *next;
	int visits; /* all look at it */
	struct buffer *buffers;
	char password[16];
};

static pthread_key_t key;
static tss_t other_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct globals *all;

static void release(void *arg)
{
	struct globals *g = arg;
	struct buffer *next;

	for (struct buffer *b = g->buffers; b; b = next) { // NORACE
		next = b->next; // NORACE
		free(b); // NORACE
	}
}

static void make_key(void)
{
	pthread_key_create(&key, release);
	tss_create(&other_key, free);
}

static struct globals *make(void)
{
	struct globals *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	pthread_mutex_lock(&lock);
	g->next = all; // NORACE
	all = g; // NORACE
	pthread_mutex_unlock(&lock);
	return g;
}

static struct globals *globals(void)
{
	struct globals *g;

	pthread_once(&once, make_key);
	if (!(g = pthread_getspecific(key))) {
		if ((g = make()))
			pthread_setspecific(key, g);
	}
	return g;
}

static int *errors(void)
{
	int *n = tss_get(other_key);

	if (n)
		return n;
	n = calloc(1, sizeof(*n));
	tss_set(other_key, n);
	return n;
}

static int visits(void)
{
	int n = 0;

	pthread_mutex_lock(&lock);
	for (struct globals *g = all; g; g = g->next) // NORACE
		n += g->visits; // NORACE
	pthread_mutex_unlock(&lock);
	return n;
}

static struct buffer *get_buffer(void)
{
	struct globals *g = globals();
	struct buffer *b;

	for (b = g->buffers; b && b->used; b = b->next) // NORACE
		;
	if (!b && (b = calloc(1, sizeof(*b)))) {
		b->next = g->buffers; // NORACE
		g->buffers = b; // NORACE
	}
	return b;
}

static void *work(void *arg)
{
	for (int i = 0; i < 3; i++) {
		struct buffer *b = get_buffer();
		if (b)
			b->used = 1; // NORACE
		globals()->password[i] = 'x'; // NORACE
		(*errors())++; // NORACE
		pthread_mutex_lock(&lock);
		globals()->visits++; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return visits() ? arg : NULL;
}

int main(void)
{
	pthread_t id[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	work(NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return 0;
}
