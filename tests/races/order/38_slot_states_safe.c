// SPDX-License-Identifier: MIT
/* Who has put the slot into the state TAKEN has it for himself, until he puts another one there; any number of
 * threads may try. */
#include <pthread.h>

enum { FREE, TAKEN, READY };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int status = FREE, payload;

static int put(int v)
{
	pthread_mutex_lock(&m);
	if (status != FREE) { // NORACE
		pthread_mutex_unlock(&m);
		return 0;
	}
	status = TAKEN; // NORACE
	pthread_mutex_unlock(&m);
	payload = v; // NORACE
	pthread_mutex_lock(&m);
	status = READY; // NORACE
	pthread_mutex_unlock(&m);
	return 1;
}

static int get(int *v)
{
	pthread_mutex_lock(&m);
	if (status != READY) { // NORACE
		pthread_mutex_unlock(&m);
		return 0;
	}
	status = TAKEN; // NORACE
	pthread_mutex_unlock(&m);
	*v = payload; // NORACE
	payload = 0; // NORACE
	pthread_mutex_lock(&m);
	status = FREE; // NORACE
	pthread_mutex_unlock(&m);
	return 1;
}

static void *produce(void *arg)
{
	for (int i = 0; i < 50;)
		i += put(i);
	return arg;
}

static void *consume(void *arg)
{
	int v;

	for (int i = 0; i < 50;)
		i += get(&v);
	return arg;
}

int main(void)
{
	pthread_t from[2], to[2];

	for (int i = 0; i < 2; i++) {
		pthread_create(&from[i], NULL, produce, NULL);
		pthread_create(&to[i], NULL, consume, NULL);
	}
	for (int i = 0; i < 2; i++) {
		pthread_join(from[i], NULL);
		pthread_join(to[i], NULL);
	}
	return payload; // NORACE
}
