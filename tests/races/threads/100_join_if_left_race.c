// SPDX-License-Identifier: MIT
/* Who joins if there is an id: but the thread has taken its own away, and goes on. */
#include <pthread.h>
#include <stddef.h>

struct server {
	pthread_t id;
	int port;
};

static struct server server;
static int left;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *serve(void *arg)
{
	struct server *s = arg;
	pthread_mutex_lock(&lock);
	s->id = 0; // NORACE
	pthread_mutex_unlock(&lock);
	left++; // RACE
	return NULL;
}

static void stop(struct server *s)
{
	pthread_mutex_lock(&lock);
	pthread_t id = s->id; // NORACE
	pthread_mutex_unlock(&lock);
	if (id)
		pthread_join(id, NULL);
}

int main(void)
{
	pthread_mutex_lock(&lock);
	pthread_create(&server.id, NULL, serve, &server);
	pthread_mutex_unlock(&lock);
	stop(&server);
	left = 1; // RACE
	return 0;
}
