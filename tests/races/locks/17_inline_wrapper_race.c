// SPDX-License-Identifier: MIT
/* A portable lock type with static inline wrappers, as many code bases have. */
#include <pthread.h>

typedef struct {
	pthread_mutex_t native;
} port_mutex;

static inline void port_lock(port_mutex *m)
{
	pthread_mutex_lock(&m->native);
}

static inline void port_unlock(port_mutex *m)
{
	pthread_mutex_unlock(&m->native);
}

struct gauge {
	port_mutex lock;
	double value;
	unsigned updates;
};

static struct gauge gauge = { .lock = { PTHREAD_MUTEX_INITIALIZER } };

static void gauge_set(struct gauge *g, double value)
{
	port_lock(&g->lock);
	g->value = value; // NORACE
	port_unlock(&g->lock);
	g->updates++; // RACE
}

static void *sensor(void *arg)
{
	gauge_set(&gauge, 1.5);
	gauge_set(&gauge, 2.5);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, sensor, NULL);
	pthread_create(&second, NULL, sensor, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
