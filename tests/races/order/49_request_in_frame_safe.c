// SPDX-License-Identifier: MIT
/* Each call waits for the answer to its own request, which lies on its stack. */
#include <pthread.h>
#include <semaphore.h>

struct future {
	sem_t done;
	int result;
};

struct message {
	struct future *f;
	int argument;
	struct message *next;
};

static struct message *box;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t there;

static struct message *next_message(void)
{
	sem_wait(&there);
	pthread_mutex_lock(&lock);
	struct message *m = box;
	box = m->next;
	pthread_mutex_unlock(&lock);
	return m;
}

static void send(struct message *m)
{
	pthread_mutex_lock(&lock);
	m->next = box;
	box = m;
	pthread_mutex_unlock(&lock);
	sem_post(&there);
}

static void *serve(void *arg)
{
	for (;;) {
		struct message *m = next_message();
		m->f->result = m->argument * 2; // NORACE
		sem_post(&m->f->done);
	}
	return arg;
}

static int call(int argument)
{
	struct future f;
	struct message m = {&f, argument, NULL};

	sem_init(&f.done, 0, 0);
	send(&m);
	sem_wait(&f.done);
	return f.result; // NORACE
}

/* The loop is in the function that has the answer: it is one for all rounds. */
static struct future *asked;
static sem_t wanted;

static void *answer(void *arg)
{
	for (;;) {
		sem_wait(&wanted);
		asked->result = 3; // FP that the post of the next round comes behind the reading of this one is not seen
		sem_post(&asked->done);
	}
	return arg;
}

static int ask(int n)
{
	struct future f = {.result = 0};
	int sum = 0;

	sem_init(&f.done, 0, 0);
	asked = &f;
	for (int i = 0; i < n; i++) {
		sem_post(&wanted);
			sem_wait(&f.done);
		sum += f.result; // FP likewise
	}
	return sum;
}

int main(void)
{
	pthread_t server, other;
	int sum = 0;

	sem_init(&there, 0, 0);
	sem_init(&wanted, 0, 0);
	pthread_create(&server, NULL, serve, NULL);
	pthread_create(&other, NULL, answer, NULL);
	for (int i = 0; i < 5; i++)
		sum += call(i);
	return sum + ask(4);
}
