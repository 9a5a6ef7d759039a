/* SPDX-License-Identifier: MIT */
/*
 * Producers and consumers with statistics: producers make samples, consumers sort
 * them into a histogram, a monitor prints the progress while it all runs.
 *
 *	cc -pthread pipeline.c -o pipeline && ./pipeline
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PRODUCERS = 3, CONSUMERS = 2, CAPACITY = 32, SAMPLES = 20000, BINS = 8 };

struct sample {
	unsigned source;
	uint32_t value;
};

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t not_empty, not_full;
	struct sample ring[CAPACITY];
	unsigned head, length;
	unsigned producers; /* still running; 0 means that nothing more will come */
};

struct histogram {
	pthread_mutex_t lock;
	unsigned long bins[BINS];
	unsigned long updates;
	uint32_t largest;
};

struct monitor {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool stop;
	unsigned long printed;
};

static struct queue queue = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.not_empty = PTHREAD_COND_INITIALIZER,
	.not_full = PTHREAD_COND_INITIALIZER,
};
static struct histogram histogram = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct monitor monitor = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.wake = PTHREAD_COND_INITIALIZER,
};

static void start(pthread_t *thread, void *(*run)(void *), void *argument)
{
	if (pthread_create(thread, NULL, run, argument) != 0) {
		fputs("cannot create a thread\n", stderr);
		exit(1);
	}
}

static void queue_put(struct queue *q, struct sample s)
{
	pthread_mutex_lock(&q->lock);
	while (q->length == CAPACITY)
		pthread_cond_wait(&q->not_full, &q->lock);
	q->ring[(q->head + q->length) % CAPACITY] = s;
	q->length++;
	pthread_cond_signal(&q->not_empty);
	pthread_mutex_unlock(&q->lock);
}

/* False when the queue is empty and all producers are done. */
static bool queue_get(struct queue *q, struct sample *out)
{
	bool found = false;

	pthread_mutex_lock(&q->lock);
	while (q->length == 0 && q->producers > 0)
		pthread_cond_wait(&q->not_empty, &q->lock);
	if (q->length > 0) {
		*out = q->ring[q->head];
		q->head = (q->head + 1) % CAPACITY;
		q->length--;
		found = true;
		pthread_cond_signal(&q->not_full);
	}
	pthread_mutex_unlock(&q->lock);
	return found;
}

static void queue_leave(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->producers--;
	if (q->producers == 0)
		pthread_cond_broadcast(&q->not_empty);
	pthread_mutex_unlock(&q->lock);
}

static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static void *produce(void *argument)
{
	unsigned source = (unsigned)(uintptr_t)argument;
	uint32_t state = 2463534242u + source;

	for (int i = 0; i < SAMPLES; i++) {
		struct sample s = {source, next_random(&state) % 1000};

		queue_put(&queue, s);
	}
	queue_leave(&queue);
	return NULL;
}

static void histogram_add(struct histogram *h, uint32_t value)
{
	pthread_mutex_lock(&h->lock);
	h->bins[value * BINS / 1000]++;
	h->updates++; // RACE
	if (value > h->largest)
		h->largest = value;
	pthread_mutex_unlock(&h->lock);
}

static void *consume(void *argument)
{
	struct histogram *h = argument;
	struct sample s;

	while (queue_get(&queue, &s))
		histogram_add(h, s.value);
	return NULL;
}

/* Prints the histogram if it has changed since it was printed last. */
static void monitor_print(struct monitor *m, struct histogram *h)
{
	if (h->updates == m->printed) // RACE
		return;
	pthread_mutex_lock(&h->lock);
	m->printed = h->updates;
	printf("%6lu samples, largest %u:", h->updates, h->largest);
	for (int i = 0; i < BINS; i++)
		printf(" %lu", h->bins[i]);
	pthread_mutex_unlock(&h->lock);
	putchar('\n');
}

static void *watch(void *argument)
{
	struct monitor *m = argument;
	struct timespec until;

	pthread_mutex_lock(&m->lock);
	while (!m->stop) {
		monitor_print(m, &histogram);
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 5000000;
		if (until.tv_nsec >= 1000000000) {
			until.tv_sec++;
			until.tv_nsec -= 1000000000;
		}
		pthread_cond_timedwait(&m->wake, &m->lock, &until);
	}
	pthread_mutex_unlock(&m->lock);
	return NULL;
}

static void monitor_stop(struct monitor *m, pthread_t thread)
{
	pthread_mutex_lock(&m->lock);
	m->stop = true;
	pthread_cond_signal(&m->wake);
	pthread_mutex_unlock(&m->lock);
	pthread_join(thread, NULL);
}

int main(void)
{
	pthread_t producers[PRODUCERS], consumers[CONSUMERS], watcher;

	queue.producers = PRODUCERS;
	start(&watcher, watch, &monitor);
	for (unsigned i = 0; i < PRODUCERS; i++)
		start(&producers[i], produce, (void *)(uintptr_t)i);
	for (int i = 0; i < CONSUMERS; i++)
		start(&consumers[i], consume, &histogram);
	for (int i = 0; i < PRODUCERS; i++)
		pthread_join(producers[i], NULL);
	for (int i = 0; i < CONSUMERS; i++)
		pthread_join(consumers[i], NULL);
	monitor_stop(&monitor, watcher);
	monitor_print(&monitor, &histogram);
	return histogram.updates == (unsigned long)PRODUCERS * SAMPLES ? 0 : 1;
}

/*
 * The race: monitor_print() looks at h->updates before it takes the lock, to save the
 * lock when there is nothing to print. It does hold a lock there, its own.
 */
