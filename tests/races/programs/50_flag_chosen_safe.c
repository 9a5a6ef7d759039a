// SPDX-License-Identifier: MIT
/* A short function that does one of two things, as a flag says, and one of them is a call that
 * the handler must not make. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs[4], pending;

struct queue {
	int length, sent;
};

static struct queue queue;

static void submit(int n)
{
	pthread_mutex_lock(&lock);
	jobs[n & 3] = n; // NORACE
	pending++;	 // NORACE
	if (pending > 3)
		pending = 0; // NORACE
	pthread_mutex_unlock(&lock);
}

static void send_all(struct queue *q)
{
	int i;

	for (i = 0; i < q->length; i++)
		q->sent++; // NORACE
	q->length = 0;	   // NORACE
}

static void drop(const char *name, int in_handler)
{
	if (in_handler)
		unlink(name);
	else
		submit(1);
}

/* the condition turned round, and a flag among others */
static void finish(struct queue *q, unsigned how)
{
	if (!(how & 2))
		send_all(q);
	unlink("file");
}

static void stop(int number)
{
	(void)number;
	drop("temp", 1);
	finish(&queue, 3);
}

int main(void)
{
	signal(SIGTERM, stop);
	pending = 0; // NORACE
	queue.length = 5; // NORACE
	drop("other", 0);
	finish(&queue, 0);
	return jobs[1]; // NORACE
}
