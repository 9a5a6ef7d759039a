// SPDX-License-Identifier: MIT
/* A table of connections; a client gives one back without the table's lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SLOTS 16
#define CLIENTS 3

struct connection {
	pthread_mutex_t lock;
	int fd;
	long bytes;
	int idle;
	int users;
};

static struct connection *table[SLOTS];
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static int running = 1;

static struct connection *get(int slot)
{
	struct connection *c;

	pthread_mutex_lock(&table_lock);
	c = table[slot]; // NORACE
	if (!c) {
		c = calloc(1, sizeof(*c));
		if (!c)
			abort();
		pthread_mutex_init(&c->lock, NULL);
		c->fd = slot; // NORACE
		table[slot] = c; // NORACE
	}
	c->users++; // RACE
	pthread_mutex_unlock(&table_lock);
	return c;
}

static void put(struct connection *c)
{
	c->users--; // RACE
}

static void *client(void *arg)
{
	unsigned seed = (unsigned)(long)arg;
	int i;

	for (i = 0; i < 100; i++) {
		struct connection *c = get(rand_r(&seed) % SLOTS);

		pthread_mutex_lock(&c->lock);
		c->bytes += 10; // NORACE
		c->idle = 0; // NORACE
		pthread_mutex_unlock(&c->lock);
		put(c);
	}
	return NULL;
}

static int keep_running(void)
{
	int r;

	pthread_mutex_lock(&table_lock);
	r = running; // NORACE
	pthread_mutex_unlock(&table_lock);
	return r;
}

static void *reaper(void *arg)
{
	while (keep_running()) {
		int i;

		pthread_mutex_lock(&table_lock);
		for (i = 0; i < SLOTS; i++) {
			struct connection *c = table[i]; // NORACE

			if (!c || c->users) // RACE
				continue;
			pthread_mutex_lock(&c->lock);
			c->idle++; // NORACE
			pthread_mutex_unlock(&c->lock);
		}
		pthread_mutex_unlock(&table_lock);
		usleep(1000);
	}
	return arg;
}

int main(void)
{
	pthread_t ids[CLIENTS], reaper_id;
	long i, bytes = 0;

	pthread_create(&reaper_id, NULL, reaper, NULL);
	for (i = 0; i < CLIENTS; i++)
		pthread_create(&ids[i], NULL, client, (void *)i);
	for (i = 0; i < CLIENTS; i++)
		pthread_join(ids[i], NULL);
	pthread_mutex_lock(&table_lock);
	running = 0; // NORACE
	pthread_mutex_unlock(&table_lock);
	pthread_join(reaper_id, NULL);
	for (i = 0; i < SLOTS; i++) {
		if (!table[i]) // NORACE
			continue;
		bytes += table[i]->bytes; // NORACE
		pthread_mutex_destroy(&table[i]->lock); // NORACE
		free(table[i]); // NORACE
	}
	printf("%ld\n", bytes);
	return 0;
}
