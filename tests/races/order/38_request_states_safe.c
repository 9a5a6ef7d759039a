// SPDX-License-Identifier: MIT
/* A request and its reply: whose turn it is, a state under a lock says. Each leaves only the states in which
 * it is his turn, so the data needs no lock. */
#include <pthread.h>

enum state { IDLE, REQUEST, BUSY, REPLY };

struct channel {
	pthread_mutex_t m;
	pthread_cond_t c;
	enum state state;
	int in, out;
};

static struct channel ch = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, IDLE, 0, 0};

static void *server(void *arg)
{
	struct channel *x = arg;

	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&x->m);
		while (x->state != REQUEST) // NORACE
			pthread_cond_wait(&x->c, &x->m);
		x->state = BUSY; // NORACE
		pthread_mutex_unlock(&x->m);
		x->out = x->in * 2; // NORACE
		x->in = 0; // NORACE
		pthread_mutex_lock(&x->m);
		x->state = REPLY; // NORACE
		pthread_cond_broadcast(&x->c);
		pthread_mutex_unlock(&x->m);
	}
	return NULL;
}

static int ask(struct channel *x, int question)
{
	x->in = question; // NORACE
	pthread_mutex_lock(&x->m);
	x->state = REQUEST; // NORACE
	pthread_cond_broadcast(&x->c);
	while (x->state != REPLY) // NORACE
		pthread_cond_wait(&x->c, &x->m);
	x->state = IDLE; // NORACE
	pthread_mutex_unlock(&x->m);
	return x->out; // NORACE
}

int main(void)
{
	pthread_t id;
	int sum = 0;

	pthread_create(&id, NULL, server, &ch);
	for (int i = 0; i < 10; i++)
		sum += ask(&ch, i);
	pthread_join(id, NULL);
	return sum;
}
