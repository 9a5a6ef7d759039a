// SPDX-License-Identifier: MIT
/* Only the address of a member gets out; the other thread finds the struct around. */
#include <pthread.h>
#include <stddef.h>

struct link {
	struct link *next;
};

struct request {
	int answer;
	struct link link;
};

static struct link *queue;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(struct link **head, struct link *l)
{
	l->next = *head;
	*head = l;
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	struct link *l = queue;
	pthread_mutex_unlock(&lock);
	if (l) {
		struct request *r = (struct request *)((char *)l -
						       offsetof(struct request, link));
		r->answer = 1; // RACE
	}
	return arg;
}

int main(void)
{
	struct request r = { 0, { NULL } };
	struct link *private = NULL;
	struct request own = { 0, { NULL } };
	pthread_t t;

	push(&private, &own.link);
	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	push(&queue, &r.link);
	pthread_mutex_unlock(&lock);
	r.answer = 2; // RACE
	own.answer = 2; // NORACE
	pthread_join(t, NULL);
	return r.answer;
}
