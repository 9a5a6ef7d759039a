/* SPDX-License-Identifier: MIT */
/* A small server with a race of each kind, for the pages of the HTML report. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void helper(void);

struct stats {
	pthread_mutex_t lock;
	long requests, errors, bytes;
};
static struct stats stats = {PTHREAD_MUTEX_INITIALIZER, 0, 0, 0};
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[64];
static long uptime;
static int interrupted;
static _Atomic long queued;
static char *message;
static int silent; // chequer: ignore only shown in the log

static void count(long n)
{
	pthread_mutex_lock(&stats.lock);
	stats.requests++;
	stats.bytes += n;
	pthread_mutex_unlock(&stats.lock);
}

static void fail(void)
{
	stats.errors++;
	stats.requests--;
}

static void on_signal(int number)
{
	interrupted = number;
}

static int lookup(int key)
{
	pthread_rwlock_rdlock(&table_lock);
	int value = table[key & 63]++;
	pthread_rwlock_unlock(&table_lock);
	return value;
}

static void (*volatile handler)(void) = fail;

static void *serve(void *argument)
{
	long *part = argument;
	for (int i = 0; i < 100; i++) {
		count(lookup(i));
		if (i == 99)
			handler();
		queued++;
		silent = i;
		uptime++;
	}
	*part = 1;
	helper();
	return NULL;
}

static void *watch(void *unused)
{
	pthread_mutex_lock(&stats.lock);
	long seen = stats.requests + stats.errors + stats.bytes;
	pthread_mutex_unlock(&stats.lock);
	if (message && message[0] == 'x')
		uptime = seen;
	return unused;
}

int main(void)
{
	pthread_t servers[4], watcher;
	long *parts = calloc(4, sizeof(*parts));
	message = malloc(16);
	signal(SIGINT, on_signal);
	for (int i = 0; i < 4; i++)
		pthread_create(&servers[i], NULL, serve, &parts[0]);
	pthread_create(&watcher, NULL, watch, NULL);
	interrupted++;
	free(message);
	for (int i = 0; i < 4; i++)
		pthread_join(servers[i], NULL);
	return (int)parts[0] + (int)uptime;
}
