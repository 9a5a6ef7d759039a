/* SPDX-License-Identifier: MIT */
/* Report: a heap object, its allocation site, and freeing while it is in use. */
#include <pthread.h>
#include <stdlib.h>

struct session {
	pthread_mutex_t lock;
	int requests;
	int *history;
};

static struct session *session_new(void)
{
	struct session *s = malloc(sizeof(*s));
	pthread_mutex_init(&s->lock, NULL);
	s->requests = 0; // NORACE
	s->history = calloc(16, sizeof(*s->history));
	return s;
}

static void session_request(struct session *s, int code)
{
	pthread_mutex_lock(&s->lock);
	s->requests++; // NORACE
	pthread_mutex_unlock(&s->lock);
	s->history[code % 16] = code; // RACE
}

static void *serve(void *argument)
{
	struct session *s = argument;
	for (int i = 0; i < 100; i++)
		session_request(s, i);
	return NULL;
}

int main(void)
{
	struct session *s = session_new();
	pthread_t thread;
	pthread_create(&thread, NULL, serve, s);
	session_request(s, 404);
	free(s->history); // RACE
	pthread_join(thread, NULL);
	free(s);
	return 0;
}
