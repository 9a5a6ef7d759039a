/* SPDX-License-Identifier: MIT */
/*
 * A thread-pool server: the main thread accepts requests, a fixed pool of workers
 * answers them from a table of accounts. Each client is a socket pair that carries
 * one request line, so that the program runs without a network.
 *
 *	cc -pthread server.c -o server && ./server
 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WORKERS = 4, BACKLOG = 16, ACCOUNTS = 8, REQUESTS = 400, LINE = 64 };

struct account {
	pthread_mutex_t lock;
	long balance;
};

struct stats {
	long served;
	long rejected;
};

struct server {
	pthread_mutex_t lock; /* guards the queue and the statistics */
	pthread_cond_t not_empty;
	pthread_cond_t not_full;
	int queue[BACKLOG]; /* descriptors of accepted clients */
	int head, length;
	bool stopping;
	struct stats stats;
	struct account accounts[ACCOUNTS];
	pthread_t workers[WORKERS];
};

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* Waits for room, then hands the client to the pool. */
static void queue_push(struct server *s, int client)
{
	pthread_mutex_lock(&s->lock);
	while (s->length == BACKLOG)
		pthread_cond_wait(&s->not_full, &s->lock);
	s->queue[(s->head + s->length) % BACKLOG] = client;
	s->length++;
	pthread_cond_signal(&s->not_empty);
	pthread_mutex_unlock(&s->lock);
}

/* The next client, or -1 when the server stops and the queue is drained. */
static int queue_pop(struct server *s)
{
	int client = -1;

	pthread_mutex_lock(&s->lock);
	while (s->length == 0 && !s->stopping)
		pthread_cond_wait(&s->not_empty, &s->lock);
	if (s->length > 0) {
		client = s->queue[s->head];
		s->head = (s->head + 1) % BACKLOG;
		s->length--;
		pthread_cond_signal(&s->not_full);
	}
	pthread_mutex_unlock(&s->lock);
	return client;
}

static void reply(int client, const char *text)
{
	size_t length = strlen(text);

	if (write(client, text, length) != (ssize_t)length && errno != EPIPE)
		perror("reply");
}

static void reject(struct server *s, int client, const char *why)
{
	char text[LINE];

	s->stats.rejected++; // RACE
	snprintf(text, sizeof(text), "error: %s\n", why);
	reply(client, text);
}

static long deposit(struct account *a, long amount)
{
	long balance;

	pthread_mutex_lock(&a->lock);
	a->balance += amount;
	balance = a->balance;
	pthread_mutex_unlock(&a->lock);
	return balance;
}

/* One request: 'deposit <account> <amount>'. */
static void handle(struct server *s, int client, const char *line)
{
	char text[LINE];
	unsigned number;
	long amount;

	if (sscanf(line, "deposit %u %ld", &number, &amount) != 2) {
		reject(s, client, "cannot parse the request");
		return;
	}
	if (number >= ACCOUNTS) {
		reject(s, client, "no such account");
		return;
	}
	snprintf(text, sizeof(text), "balance %ld\n",
		 deposit(&s->accounts[number], amount));
	pthread_mutex_lock(&s->lock);
	s->stats.served++;
	pthread_mutex_unlock(&s->lock);
	reply(client, text);
}

static void *worker(void *argument)
{
	struct server *s = argument;
	char line[LINE];
	int client;

	while ((client = queue_pop(s)) >= 0) {
		ssize_t n = read(client, line, sizeof(line) - 1);

		line[n > 0 ? n : 0] = 0;
		handle(s, client, line);
		close(client);
	}
	return NULL;
}

static void server_start(struct server *s)
{
	memset(s, 0, sizeof(*s));
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->not_empty, NULL);
	pthread_cond_init(&s->not_full, NULL);
	for (int i = 0; i < ACCOUNTS; i++)
		pthread_mutex_init(&s->accounts[i].lock, NULL);
	for (int i = 0; i < WORKERS; i++) {
		if (pthread_create(&s->workers[i], NULL, worker, s) != 0)
			fail("pthread_create");
	}
}

static void server_stop(struct server *s)
{
	pthread_mutex_lock(&s->lock);
	s->stopping = true;
	pthread_cond_broadcast(&s->not_empty);
	pthread_mutex_unlock(&s->lock);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(s->workers[i], NULL);
}

static void print_status(struct server *s)
{
	struct stats now;

	pthread_mutex_lock(&s->lock);
	now.served = s->stats.served;
	now.rejected = s->stats.rejected; // RACE
	pthread_mutex_unlock(&s->lock);
	printf("served %ld, rejected %ld\n", now.served, now.rejected);
}

/* A client in a box: its request is already in the socket when it is accepted. */
static int connect_client(int *far_end, int number)
{
	char line[LINE];
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		fail("socketpair");
	if (number % 10 == 3)
		snprintf(line, sizeof(line), "withdraw everything\n");
	else
		snprintf(line, sizeof(line), "deposit %d %d\n", number % (ACCOUNTS + 1),
			 number);
	if (write(ends[1], line, strlen(line)) < 0)
		fail("request");
	*far_end = ends[1];
	return ends[0];
}

static void read_answer(int far_end)
{
	char line[LINE];

	if (read(far_end, line, sizeof(line)) <= 0)
		fail("answer");
	close(far_end);
}

int main(void)
{
	static struct server server;
	int waiting[BACKLOG], pending = 0;
	long total = 0;

	server_start(&server);
	for (int i = 0; i < REQUESTS; i++) {
		int client = connect_client(&waiting[pending], i);

		pending++;
		queue_push(&server, client);
		if (pending == BACKLOG) {
			print_status(&server);
			while (pending > 0)
				read_answer(waiting[--pending]);
		}
	}
	while (pending > 0)
		read_answer(waiting[--pending]);
	server_stop(&server);
	for (int i = 0; i < ACCOUNTS; i++)
		total += server.accounts[i].balance;
	printf("served %ld, rejected %ld, total %ld\n", server.stats.served,
	       server.stats.rejected, total);
	return 0;
}

/*
 * The race: reject() is the error path of handle(), called before the lock is taken.
 * Two workers that reject at the same time lose a count, and print_status() holds a
 * lock that the writers do not.
 */
