// SPDX-License-Identifier: MIT
/* Undefined pointers whose memory is guarded, only read, or of one thread each. */
#include <pthread.h>

struct state {
	pthread_mutex_t lock;
	int n, constant;
};

extern struct state *state;
extern int *mine, *yours;

static void *first(void *arg)
{
	pthread_mutex_lock(&state->lock);
	state->n++; // NORACE
	pthread_mutex_unlock(&state->lock);
	(*mine)++; // NORACE
	return state->constant ? arg : 0; // NORACE
}

static void *second(void *arg)
{
	pthread_mutex_lock(&state->lock);
	state->n++; // NORACE
	pthread_mutex_unlock(&state->lock);
	(*yours)++; // NORACE
	return state->constant ? arg : 0; // NORACE
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
