// SPDX-License-Identifier: MIT
/* A ring of blocks: one thread fills them and moves one index on, the other uses them and moves
 * another one on, each under the lock. Each has the block of its own index. */
#include <pthread.h>
#include <string.h>

enum { SIZE = 12 };

struct block {
	unsigned length;
	int data[64];
};

static struct state {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct block blocks[SIZE];
	unsigned first_free, first_filled;
	int ended;
} state = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};

static void *produce(void *arg)
{
	pthread_mutex_lock(&state.lock);
	while (!state.ended) {
		unsigned next = (state.first_free + 1) % SIZE;
		struct block *b;

		if (next == state.first_filled) {
			pthread_cond_wait(&state.changed, &state.lock);
			continue;
		}
		b = &state.blocks[state.first_free];
		pthread_mutex_unlock(&state.lock);
		b->length = 64; // NORACE
		memset(b->data, 1, sizeof(b->data)); // NORACE
		pthread_mutex_lock(&state.lock);
		state.first_free = next;
		pthread_cond_signal(&state.changed);
	}
	pthread_mutex_unlock(&state.lock);
	return arg;
}

int main(void)
{
	pthread_t id;
	unsigned sum = 0;

	pthread_create(&id, NULL, produce, NULL);
	pthread_mutex_lock(&state.lock);
	while (sum < 10000) {
		struct block *b;

		if (state.first_free == state.first_filled)
			pthread_cond_wait(&state.changed, &state.lock);
		if (state.first_free != state.first_filled) {
			b = &state.blocks[state.first_filled];
			pthread_mutex_unlock(&state.lock);
			sum += b->length; // NORACE
			b->data[0] = 0;   // NORACE
			pthread_mutex_lock(&state.lock);
			state.first_filled = (state.first_filled + 1) % SIZE;
			pthread_cond_signal(&state.changed);
		}
	}
	state.ended = 1;
	pthread_cond_signal(&state.changed);
	pthread_mutex_unlock(&state.lock);
	pthread_join(id, NULL);
	return 0;
}
