// SPDX-License-Identifier: MIT
/* As 50_flag_chosen_safe.c; the handler has the wrong flags. */
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
	jobs[n & 3] = n; // RACE
	pending++;	 // RACE
	if (pending > 3) // RACE
		pending = 0; // RACE
	pthread_mutex_unlock(&lock);
}

static void send_all(struct queue *q)
{
	int i;

	for (i = 0; i < q->length; i++) // RACE
		q->sent++; // RACE
	q->length = 0;	   // RACE
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
	drop("temp", 0);
	finish(&queue, 1);
}

int main(void)
{
	signal(SIGTERM, stop);
	pending = 0; // RACE
	queue.length = 5; // RACE
	drop("other", 0);
	finish(&queue, 0);
	return jobs[1]; // RACE
}
